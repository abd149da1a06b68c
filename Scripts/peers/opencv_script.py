"""A thumbnail around the faces, as a plain Python script makes it. Arguments: the model, a photo and the output."""
import sys

import cv2

cv2.setNumThreads(1)


def thumbnail(detector, path):
    picture = cv2.imread(path)
    height, width = picture.shape[:2]
    scale = 480 / max(width, height)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    detector.setInputSize((small.shape[1], small.shape[0]))
    faces = detector.detect(small)[1]
    side = min(width, height)
    x, y = width / 2, height / 2
    if faces is not None:
        x = (min(face[0] for face in faces) + max(face[0] + face[2] for face in faces)) / 2 / scale
        y = (min(face[1] for face in faces) + max(face[1] + face[3] for face in faces)) / 2 / scale
    left = int(min(max(x - side / 2, 0), width - side))
    top = int(min(max(y - side / 2, 0), height - side))
    return cv2.resize(picture[top:top + side, left:left + side], (300, 300), interpolation=cv2.INTER_AREA)


def detector(model):
    return cv2.FaceDetectorYN.create(model, "", (320, 320), 0.65)


if __name__ == "__main__":
    cv2.imwrite(sys.argv[3], thumbnail(detector(sys.argv[1]), sys.argv[2]), [cv2.IMWRITE_JPEG_QUALITY, 85])
