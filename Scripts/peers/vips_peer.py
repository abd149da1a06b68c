"""libvips, warm: reads lines with a path, answers each with the milliseconds (wall and processor) of its attention crop."""
import os
import sys
import time

os.environ["VIPS_CONCURRENCY"] = "1"
import pyvips

pyvips.cache_set_max(0)
for line in sys.stdin:
    wall, cpu = time.perf_counter(), time.process_time()
    picture = pyvips.Image.thumbnail(line.strip(), 300, height=300, crop="attention")
    picture.write_to_buffer(".jpg[Q=85,optimize-coding]")
    print((time.perf_counter() - wall) * 1e3, (time.process_time() - cpu) * 1e3, flush=True)
