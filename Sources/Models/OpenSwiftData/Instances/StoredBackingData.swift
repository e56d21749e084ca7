import Foundation

/// The state of a hand-written model, independent of its class.
final class StoredBackingData {
  private var state = _ModelState()
  /// The values by key path; a property without one reads as its default.
  var values: [AnyKeyPath: Any] = [:]
  /// The relationships by key path; generated models keep these in slots.
  var cells: [AnyKeyPath: AnyLinkCell] = [:]

  var statePointer: UnsafeMutablePointer<_ModelState> {
    // The stored property of a class instance has the same address for the life of the instance.
    withUnsafeMutablePointer(to: &state) { $0 }
  }
}

extension StoredBackingData {
  /// The storage of a relationship, created at first use.
  func cell<Value>(_ keyPath: AnyKeyPath, _ type: Value.Type) -> LinkCell<Value> {
    if let cell = cells[keyPath] as? LinkCell<Value> { return cell }
    let cell = LinkCell<Value>()
    cells[keyPath] = cell
    return cell
  }

  /// The storage of a relationship whose type is known only at run time.
  func cell(_ keyPath: AnyKeyPath) -> AnyLinkCell {
    if let cell = cells[keyPath] { return cell }
    func open<Value>(_ type: Value.Type) -> AnyLinkCell { cell(keyPath, type) }
    return _openExistential(type(of: keyPath).valueType, do: open)
  }
}
