"""What holds for every test: Ctrl-C reaches the programs under test, and hypothesis measures no time."""

import signal

from hypothesis import HealthCheck, settings

# A suite started in the background by a shell ignores Ctrl-C, and all that it starts would ignore it too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("any speed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any speed")
