/// Whether models of all classes look alike where relationships keep them, so that one piece of code
/// serves all of them through `AnyObject`.
///
/// A reference is one word whatever its class is, and an optional of it has nil where no object is:
/// that is Swift's ABI. That arrays of all classes have their elements in the same place, the language
/// does not promise. So both are looked at once, and where they are not found so, slots are used by
/// their types (`RelationshipSlot`) and results are copied.
enum SlotLayout {
  /// What contexts are made to believe; for tests, which take the other way.
  @TaskLocal static var isTrusted = isKnown

  private final class Probe {}

  /// Whether slots of a class look in memory as those of `AnyObject` do.
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
