import OpenSwiftData

/// A model that those of other modules inherit from.
@Model
open class Device {
  /// What it is called.
  public var name: String
  /// What is fixed to it.
  @Relationship(deleteRule: .cascade, inverse: \DeviceLabel.device) public var labels:
    [DeviceLabel] =
      []

  /// Makes a device.
  public init(name: String) { self.name = name }
}

/// A text on a device.
@Model
public final class DeviceLabel {
  /// The text.
  public var text: String
  /// The device.
  public var device: Device?

  /// Makes a label of no device.
  public init(text: String) { self.text = text }
}
