"""The camera: what it reads, when it is off, and what it says when it cannot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtMultimedia import QVideoFrame
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.errors import Fault, FaultReason
from engine.model.found import FoundRequest
from tests.code_scene import FakeCamera, Scene, click, code_image
from tests.gui.codes.bench import HERE, INVITE_BYTES, REQUEST_BYTES, Bench
from tests.gui.conftest import Run, until
from ui.frames.camera import Camera, SinkFrames
from ui.frames.source import NoFrames, SourceState
from ui.scanning.camera_tab import CameraTab
from ui.scanning.panel import PASTE, PICTURE


def test_the_camera_reads_a_code_and_goes_off(bench: Bench, run: Run[Any]) -> None:
    camera = bench.scene.camera

    async def scan() -> None:
        bench.press(bench.panel.camera.switch)
        await until(lambda: camera.state is SourceState.STARTING)
        camera.show(code_image(bench.link))
        await until(lambda: bool(bench.found))

    run(scan())
    assert bench.found == [FoundRequest(REQUEST_BYTES, HERE)]
    assert camera.state is SourceState.OFF


def test_the_camera_names_a_wrong_code_and_looks_on(bench: Bench, run: Run[Any]) -> None:
    camera = bench.scene.camera

    async def scan() -> None:
        bench.press(bench.panel.camera.switch)
        await until(lambda: camera.state is SourceState.STARTING)
        camera.show(code_image(bench.scene.equipment.links.of_invite(INVITE_BYTES, ())))
        await until(lambda: "an invite was found" in bench.said)
        camera.show(code_image(bench.link))
        await until(lambda: bool(bench.found))

    run(scan())
    assert bench.panel.problem.isHidden()


def test_a_camera_that_cannot_be_loaded_is_off_again_and_can_be_tried_again(
    scene: Scene, run: Run[Any], qtbot: QtBot
) -> None:
    tries = [Fault(FaultReason.BUG)]

    async def load() -> FakeCamera:
        if tries:
            raise tries.pop()
        return scene.camera

    tab = CameraTab(replace(scene.equipment, camera=load))
    qtbot.addWidget(tab)
    tab.show()

    async def scan() -> None:
        click(tab.switch)
        await until(lambda: not tries)
        await until(lambda: tab.state_label.text() == "The camera is off.")
        click(tab.switch)
        await until(lambda: scene.camera.state is SourceState.STARTING)

    run(scan())


def test_leaving_the_tab_turns_the_camera_off(bench: Bench, run: Run[Any]) -> None:
    camera = bench.scene.camera

    async def scan() -> None:
        bench.press(bench.panel.camera.switch)
        await until(lambda: camera.state is SourceState.STARTING)
        bench.turn_to(PASTE)

    run(scan())
    assert camera.state is SourceState.OFF


def test_hiding_the_page_turns_the_camera_off(bench: Bench, run: Run[Any]) -> None:
    camera = bench.scene.camera

    async def scan() -> None:
        bench.press(bench.panel.camera.switch)
        await until(lambda: camera.state is SourceState.STARTING)
        bench.panel.hide()

    run(scan())
    assert camera.state is SourceState.OFF


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (SourceState.NO_CAMERA, "This computer has no camera that Tidings can see."),
        (SourceState.DENIED, "The system does not let Tidings use the camera."),
        (
            SourceState.BUSY,
            "The camera gives no picture; another program may be using it.",
        ),
    ],
)
def test_a_camera_that_cannot_says_why_and_offers_another_way(
    bench: Bench, run: Run[Any], state: SourceState, sentence: str
) -> None:
    async def scan() -> None:
        bench.press(bench.panel.camera.switch)
        await until(lambda: bench.scene.camera.state is SourceState.STARTING)
        bench.scene.camera.enter(state)

    run(scan())
    assert bench.panel.camera.state_label.text() == sentence
    bench.press(bench.panel.camera.instead)
    assert bench.panel.tabs.currentIndex() == PICTURE


def test_the_real_camera_says_what_it_does_or_why_it_cannot(qapp: QApplication) -> None:
    camera = Camera()
    camera.start()
    assert camera.state in {SourceState.NO_CAMERA, SourceState.STARTING, SourceState.BUSY}


def test_an_installation_without_multimedia_says_so(qapp: QApplication) -> None:
    frames = NoFrames()
    frames.start()
    assert frames.state is SourceState.NOT_INSTALLED


def test_at_most_fifteen_frames_a_second_are_looked_at(qapp: QApplication) -> None:
    times = iter(place / 100 for place in range(101))
    source = SinkFrames(monotonic=lambda: next(times))
    taken: list[QImage] = []
    source.frame.connect(taken.append)
    source.start()
    for _ in range(100):  # one every 10 ms
        source.sink.setVideoFrame(QVideoFrame(code_image("TIDINGS", 2)))
    assert 10 <= len(taken) <= 15


def test_a_frame_of_a_4k_camera_is_made_smaller(qapp: QApplication) -> None:
    camera = FakeCamera()
    taken: list[QImage] = []
    camera.frame.connect(taken.append)
    camera.start()
    large = QImage(3_840, 2_160, QImage.Format.Format_RGB32)
    large.fill(QColor("white"))
    camera.show(large)
    assert [(image.width(), image.height()) for image in taken] == [(1_920, 1_080)]
