import OpenSwiftData

/// A model from which models of other modules inherit.
@Model
open class Device {
  /// The name of the device.
  public var name: String
  /// The labels on the device.
  @Relationship(deleteRule: .cascade, inverse: \DeviceLabel.device) public var labels:
    [DeviceLabel] =
      []

  /// Creates a device.
  public init(name: String) { self.name = name }
}

/// A text on a device.
@Model
public final class DeviceLabel {
  /// The text.
  public var text: String
  /// The device.
  public var device: Device?

  /// Creates a label without a device.
  public init(text: String) { self.text = text }
}
