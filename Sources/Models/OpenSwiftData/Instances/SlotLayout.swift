/// Checks whether slots of all model classes have the same layout, so that one piece of code can
/// access them through `AnyObject`.
///
/// A reference is one word whatever its class is, and an optional reference represents nil as a
/// null pointer: that is Swift's ABI. The language does not promise that arrays of all classes
/// store their elements in the same place. So both are checked once. If the check fails, slots are
/// accessed by their types (`RelationshipSlot`) and results are copied.
enum SlotLayout {
  /// The result that contexts use; tests override it to take the other path.
  @TaskLocal static var isTrusted = isKnown

  private final class Probe {}

  /// Whether slots of a class have the same memory layout as slots of `AnyObject`.
  static let isKnown: Bool = {
    let (first, second) = (Probe(), Probe())
    guard haveSameSize(Probe.self), areAlike(first as Probe?, first as AnyObject?),
      areAlike(nil as Probe?, nil as AnyObject?),
      areAlike(.some(first) as Probe??, .some(first) as AnyObject??),
      areAlike(.some(nil) as Probe??, .some(nil) as AnyObject??),
      areAlike(nil as Probe??, nil as AnyObject??)
    else { return false }
    let typed = [first, second]
    let erased = unsafeBitCast(typed, to: [AnyObject].self)
    guard erased.count == 2, erased[0] === first, erased[1] === second,
      erased.capacity == typed.capacity
    else { return false }
    let back = unsafeBitCast([first, second] as [AnyObject], to: [Probe].self)
    guard back.count == 2, back[0] === first, back[1] === second else { return false }
    return areAlike(typed as [Probe]?, erased as [AnyObject]?)
      && areAlike(nil as [Probe]?, nil as [AnyObject]?)
      && areAlike(.some(typed) as [Probe]??, .some(erased) as [AnyObject]??)
      && areAlike(.some(nil) as [Probe]??, .some(nil) as [AnyObject]??)
      && areAlike(nil as [Probe]??, nil as [AnyObject]??)
  }()

  private static func haveSameSize<Model: AnyObject>(_ type: Model.Type) -> Bool {
    MemoryLayout<Model?>.size == MemoryLayout<AnyObject?>.size
      && MemoryLayout<Model??>.size == MemoryLayout<AnyObject??>.size
      && MemoryLayout<[Model]>.size == MemoryLayout<[AnyObject]>.size
      && MemoryLayout<[Model]?>.size == MemoryLayout<[AnyObject]?>.size
      && MemoryLayout<[Model]??>.size == MemoryLayout<[AnyObject]??>.size
  }

  private static func areAlike<Typed, Erased>(_ typed: Typed, _ erased: Erased) -> Bool {
    withUnsafeBytes(of: typed) { typed in
      withUnsafeBytes(of: erased) { erased in typed.elementsEqual(erased) }
    }
  }
}
