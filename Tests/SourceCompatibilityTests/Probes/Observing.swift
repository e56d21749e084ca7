import Observation
import SwiftData

@Model final class Lamp { var isOn = false; var level = 0; init() {} }

@Observable final class Panel {
  var lamp: Lamp
  var others: [Lamp] = []
  init(lamp: Lamp) { self.lamp = lamp }
}

func watch(_ panel: Panel, _ changed: @escaping @Sendable () -> Void) -> any Observable {
  let level = withObservationTracking { panel.lamp.level } onChange: { changed() }
  panel.lamp.level = level + 1
  panel.lamp.isOn.toggle()
  return panel.lamp
}
