from bench import rules

rules.main()
