"""qg: the player's command line."""

import sys


def main() -> int:
    print("the players' client is not there yet; qg-server resolve settles rounds (see README.md)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
