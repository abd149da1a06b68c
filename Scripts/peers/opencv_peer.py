"""The plain script, warm: reads lines with a path, answers each with the milliseconds (wall and processor) of its thumbnail."""
import sys
import time

import cv2
from opencv_script import detector, thumbnail

faces = detector(sys.argv[1])
for line in sys.stdin:
    wall, cpu = time.perf_counter(), time.process_time()
    cv2.imencode(".jpg", thumbnail(faces, line.strip()), [cv2.IMWRITE_JPEG_QUALITY, 85])
    print((time.perf_counter() - wall) * 1e3, (time.process_time() - cpu) * 1e3, flush=True)
