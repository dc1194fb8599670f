"""The camera, by Qt's multimedia part. Imported only when somebody wants to scan with it."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QCameraPermission, QObject, QSize, Qt, QTimer
from PySide6.QtMultimedia import (
    QCamera,
    QCameraFormat,
    QMediaCaptureSession,
    QMediaDevices,
    QVideoFrame,
    QVideoSink,
)
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from ui.frames.source import FRAMES_A_SECOND_MAX, FrameSource, SourceState

FRAME_SIDE_PIXELS_MAX = 1_920  # a code held up to a camera fills a good part of the picture
FIRST_FRAME_MS_MAX = 6_000  # ours: a slow camera wakes in 3 s


class SinkFrames(FrameSource):
    """Pictures out of a video sink: as many as can be looked at, none larger than needed."""

    def __init__(
        self, parent: QObject | None = None, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self.sink = QVideoSink(self)
        self._monotonic = monotonic
        self._last_at = float("-inf")
        self.sink.videoFrameChanged.connect(self._arrived)

    @override
    def start(self) -> None:
        self.enter(SourceState.STARTING)

    def _arrived(self, video: QVideoFrame) -> None:
        now = self._monotonic()
        is_due = now - self._last_at >= 1 / FRAMES_A_SECOND_MAX
        if not is_due or not video.isValid() or self.state is SourceState.OFF:
            return
        self._last_at = now
        image = video.toImage()
        if image.isNull():
            return
        limit = QSize(FRAME_SIDE_PIXELS_MAX, FRAME_SIDE_PIXELS_MAX)
        if image.width() > limit.width() or image.height() > limit.height():
            image = image.scaled(limit, Qt.AspectRatioMode.KeepAspectRatio)
        self.enter(SourceState.LOOKING)
        self.frame.emit(image)


class Camera(SinkFrames):
    """The default camera of this computer. Honest about why it shows nothing."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._camera: QCamera | None = None
        self._session = QMediaCaptureSession(self)
        self._session.setVideoSink(self.sink)
        self._patience = QTimer(self, singleShot=True, interval=FIRST_FRAME_MS_MAX)
        self._patience.timeout.connect(self._gave_nothing)

    @override
    def start(self) -> None:
        if self._camera is not None:
            return
        app = QApplication.instance()
        assert app is not None
        match app.checkPermission(QCameraPermission()):
            case Qt.PermissionStatus.Granted:
                self._begin()
            case Qt.PermissionStatus.Denied:
                self.enter(SourceState.DENIED)
            case Qt.PermissionStatus.Undetermined:
                self.enter(SourceState.STARTING)
                app.requestPermission(QCameraPermission(), self, self._permitted)

    def _permitted(self, _permission: object) -> None:
        if self.state is SourceState.STARTING:  # not stopped while the question stood
            self.start()

    def _begin(self) -> None:
        device = QMediaDevices.defaultVideoInput()
        if device.isNull():
            self.enter(SourceState.NO_CAMERA)
            return
        camera = QCamera(device, self)
        if (best := _best_format(device.videoFormats())) is not None:
            camera.setCameraFormat(best)
        camera.errorOccurred.connect(self._failed)
        self._camera = camera
        self._session.setCamera(camera)
        self.enter(SourceState.STARTING)
        self._patience.start()
        camera.start()

    def _failed(self, error: QCamera.Error, _words: str) -> None:
        if error != QCamera.Error.NoError:
            self._release()
            self.enter(SourceState.BUSY)

    def _gave_nothing(self) -> None:
        if self.state is SourceState.STARTING:
            self._release()
            self.enter(SourceState.BUSY)

    @override
    def stop(self) -> None:
        self._release()
        super().stop()

    def _release(self) -> None:
        self._patience.stop()
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.stop()
            self._session.setCamera(None)  # type: ignore[arg-type]  # Qt takes nullptr; the stub does not say so
            camera.deleteLater()


def _best_format(formats: list[QCameraFormat]) -> QCameraFormat | None:
    """The sharpest one that need not be scaled, of those at 15 frames a second or more."""
    fitting = [
        one
        for one in formats
        if max(one.resolution().width(), one.resolution().height()) <= FRAME_SIDE_PIXELS_MAX
        and one.maxFrameRate() >= FRAMES_A_SECOND_MAX
    ]
    return max(fitting, key=lambda one: one.resolution().width(), default=None)
