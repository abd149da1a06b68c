"""Lines over the number of services, as SVG."""

import math
from xml.sax.saxutils import escape

COLORS = ["#0b6e4f", "#c8553d", "#6b7280"]
WIDTH, HEIGHT, LEFT, TOP, PANEL, DEEP = 960, 400, 60, 60, 380, 260


def chart(panels, services):
    """`panels` are (title, lines by name); values of lines are shares, one for each number of services."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for index, (title, lines) in enumerate(panels):
        parts += panel(LEFT + index * (PANEL + 90), title, lines, services)
    names = list(panels[0][1])
    for index, name in enumerate(names):
        x = LEFT + index * 220
        parts.append(f'<line x1="{x}" x2="{x + 30}" y1="{HEIGHT - 20}" y2="{HEIGHT - 20}" stroke="{COLORS[index]}" stroke-width="3"/>')
        parts.append(f'<text x="{x + 38}" y="{HEIGHT - 15}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def panel(left, title, lines, services):
    def x(count):
        return left + PANEL * math.log(count) / math.log(services[-1])

    def y(value):
        return TOP + DEEP * (1 - value)

    parts = [f'<text x="{left}" y="{TOP - 24}" font-size="15" font-weight="bold">{escape(title)}</text>']
    for tenths in range(0, 11, 2):
        height = y(tenths / 10)
        parts.append(f'<line x1="{left}" x2="{left + PANEL}" y1="{height:.1f}" y2="{height:.1f}" stroke="#e5e7eb"/>')
        parts.append(f'<text x="{left - 8}" y="{height + 4:.1f}" text-anchor="end">{tenths * 10}%</text>')
    for count in services:
        parts.append(f'<text x="{x(count):.1f}" y="{TOP + DEEP + 20}" text-anchor="middle">{count}</text>')
    parts.append(f'<text x="{left + PANEL / 2}" y="{TOP + DEEP + 40}" text-anchor="middle">services</text>')
    for color, values in zip(COLORS, lines.values()):
        points = [(x(count), y(value)) for count, value in zip(services, values)]
        path = " ".join(f"{across:.1f},{down:.1f}" for across, down in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="3"/>')
        parts += [f'<circle cx="{across:.1f}" cy="{down:.1f}" r="4" fill="{color}"/>' for across, down in points]
    return parts
