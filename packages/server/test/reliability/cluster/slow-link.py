"""Carries Ethernet frames between two TAP devices that it creates, with delays, reordering and duplicates in both directions.

For kernels without netem. Run `python3 slow-link.py <device> <device> <JSON>` in the namespace for the devices. It prints a
line when they exist, and ends when its input ends. The JSON has milliseconds and percentages: delayMs, jitterMs,
reorderPercent, duplicatePercent.
"""
import fcntl
import heapq
import json
import os
import random
import select
import struct
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TAP_NO_PI = 0x0002 | 0x1000
# Larger than any frame: each read returns one.
MOST_BYTES = 65536


def open_tap(name):
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TAP_NO_PI))
    return device


def happens(percent):
    return random.random() * 100 < percent


def read_all(device):
    while True:
        try:
            yield os.read(device, MOST_BYTES)
        except BlockingIOError:
            return
        except OSError:
            # The device is down.
            return


def send(device, frame):
    try:
        os.write(device, frame)
    except OSError:
        # The queue is full or the device is down: the frame is lost, as on any link.
        pass


def main():
    one, two = (open_tap(name) for name in sys.argv[1:3])
    quality = json.loads(sys.argv[3])
    other = {one: two, two: one}
    # When the last frame that keeps its order leaves, by the device that it came from.
    latest = {one: 0.0, two: 0.0}
    waiting = []
    count = 0
    print("ready", flush=True)
    while True:
        wait = max(0.0, waiting[0][0] - time.monotonic()) if waiting else None
        readable, _, _ = select.select([one, two, sys.stdin], [], [], wait)
        if sys.stdin in readable and not os.read(0, 1):
            return
        now = time.monotonic()
        for device in other:
            if device not in readable:
                continue
            for frame in read_all(device):
                late = quality.get("delayMs", 0) + random.uniform(-1, 1) * quality.get("jitterMs", 0)
                due = now + max(0.0, late) / 1000
                if happens(quality.get("reorderPercent", 0)):
                    due = now
                else:
                    due = latest[device] = max(due, latest[device])
                for _ in range(2 if happens(quality.get("duplicatePercent", 0)) else 1):
                    count += 1
                    heapq.heappush(waiting, (due, count, other[device], frame))
        now = time.monotonic()
        while waiting and waiting[0][0] <= now:
            _, _, device, frame = heapq.heappop(waiting)
            send(device, frame)


main()
