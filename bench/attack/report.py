"""What is aimed at under attack, and the lines that say whether it was reached."""

import statistics
from collections.abc import Sequence

from bench.attack.run import Finding

MOST_TIMES_QUIET = 3.0
MOST_ACKNOWLEDGEMENT = 0.050
"""An acknowledgement under attack: 99 of 100 are faster than this, and than so many times the quiet."""
LATEST_BELL = 0.250
"""R8."""
MOST_GROWTH = 64.0
"""How many megabytes a flood may cost the server at its peak."""
MOST_WAITING = 0.1
"""If the server has to wait for a core for more of the time, the machine is too busy to measure."""
MOST_LOG_LINES = 5
"""In a second."""


def percentile(times: Sequence[float], part: float) -> float:
    """From times of which the shortest comes first. Without any, nothing was answered: infinity."""
    return times[min(len(times) - 1, int(len(times) * part))] if times else float("inf")


def missed(finding: Finding) -> list[str]:
    """The aims that were missed, as the things that happened instead."""
    quiet, flooded = percentile(finding.quiet, 0.99), percentile(finding.flooded, 0.99)
    before, _, peak = finding.memory
    found = [
        (flooded >= MOST_ACKNOWLEDGEMENT, f"acknowledgements take {flooded * 1e3:.0f} ms"),
        (flooded >= MOST_TIMES_QUIET * quiet, f"acknowledgements take {flooded / quiet:.1f} times the quiet"),
        (not finding.bells, "no bell rang"),
        (
            max(finding.bells, default=0.0) > LATEST_BELL,
            f"a bell is {max(finding.bells, default=0.0) * 1e3:.0f} ms late",
        ),
        (peak - before > MOST_GROWTH, f"memory grows by {peak - before:.0f} MB"),
        (bool(finding.tracebacks), f"tracebacks in the log: {' '.join(finding.tracebacks)[:2000]}"),
        (finding.log_lines > MOST_LOG_LINES * finding.seconds, f"{finding.log_lines} lines in the log"),
    ]
    return [text for is_missed, text in found if is_missed] + structural(finding)


def structural(finding: Finding) -> list[str]:
    """What must hold on every machine, however slow: who is disturbed, who comes in, who is closed."""
    found = list(dict.fromkeys(finding.disturbed))
    if finding.back is None:
        found.append("a player who was cut off cannot come back in time")
    if isinstance(finding.newcomer, str):
        found.append(f"a newcomer cannot come in: {finding.newcomer}")
    if finding.must_be_closed and not finding.attackers.closed:
        found.append("no attacker is closed")
    return found


def sentence(finding: Finding) -> str:
    """One line about one flood."""
    before, after, peak = finding.memory
    attackers = finding.attackers
    closed = ", ".join(f"{count} with {how}" for how, count in sorted(attackers.closed.items())) or "nobody"
    faults = missed(finding)
    return (
        f"{finding.title}: acknowledged in {_spread(finding.flooded)}, quiet {_spread(finding.quiet)};"
        f" bell {_latest(finding)} ms late; memory {before:.0f} to {after:.0f} MB, peak {peak:.0f};"
        f" of {attackers.opened} connections closed {closed};"
        f" attackers {attackers.share:.0%} of a core, {attackers.megabytes:.1f} MB,"
        f" server {finding.server_share:.0%}, which waited for a core {finding.waited_share:.0%};"
        f" {'; '.join(faults) if faults else 'nobody disturbed'}"
    )


def _spread(times: Sequence[float]) -> str:
    median = statistics.median(times) if times else float("inf")
    return f"{median * 1e3:.1f}/{percentile(times, 0.99) * 1e3:.1f} ms"


def _latest(finding: Finding) -> str:
    return f"{max(finding.bells) * 1e3:.0f}" if finding.bells else "never"


HEAD = (
    f"{'flood':27} {'quiet p50/p99':>15} {'flood p50/p99':>17} {'times':>6} {'bell':>6} {'memory MB':>11}"
    f" {'peak':>4} {'back':>5} {'new':>5} {'closed':>7} {'attack':>6} {'server':>6} {'waited':>6}  aims"
)


def row(finding: Finding) -> str:
    quiet, flooded = percentile(finding.quiet, 0.99), percentile(finding.flooded, 0.99)
    before, after, peak = finding.memory
    back = "never" if finding.back is None else f"{finding.back * 1e3:.0f}"
    newcomer = "never" if isinstance(finding.newcomer, str) else f"{finding.newcomer * 1e3:.0f}"
    return (
        f"{finding.title:27} {_spread(finding.quiet):>15} {_spread(finding.flooded):>17}"
        f" {flooded / quiet:6.1f}"
        f" {_latest(finding):>6} {before:5.0f}>{after:<5.0f} {peak:4.0f} {back:>5} {newcomer:>5}"
        f" {sum(finding.attackers.closed.values()):7} {finding.attackers.share:6.0%}"
        f" {finding.server_share:6.0%} {finding.waited_share:6.0%}  "
        f"{'MISSED' if missed(finding) else 'ok'}"
    )


def table(findings: Sequence[Finding]) -> str:
    """All floods under each other, in milliseconds, and what was missed in words."""
    lines = [HEAD, *(row(finding) for finding in findings)]
    faults = [(finding.title, missed(finding)) for finding in findings]
    lines += [f"{title}: {'; '.join(texts)}" for title, texts in faults if texts]
    busiest = max((finding.waited_share for finding in findings), default=0.0)
    if busiest > MOST_WAITING:
        lines.append(
            f"Other programs kept the server waiting for up to {busiest:.0%} of a flood."
            " Times that were measured on a busy machine say little; measure again when it is quiet."
        )
    return "\n".join(lines)
