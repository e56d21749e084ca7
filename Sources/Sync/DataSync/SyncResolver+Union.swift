import CodableStorage
import Foundation
import SyncPort

extension SyncResolver {
  /// Merges sets or arrays: keeps the elements that either side added, and removes those that
  /// either side removed.
  ///
  /// The property is an array or a set of `Codable` values. Equal elements count once. Elements of
  /// an array that were added locally are inserted behind the element that precedes them. The later
  /// value is kept if the values cannot be read: they are not arrays, are nil, or are larger than
  /// 16 KiB.
  ///
  /// - Parameters:
  ///   - entity: The name of the model.
  ///   - property: The name of the property; nil for all arrays and sets.
  /// - Returns: The resolver.
  public static func union(_ entity: String, _ property: String? = nil) -> SyncResolver {
    SyncResolver(entity, property) { conflict in
      if conflict.mine == conflict.theirs { return conflict.theirs }
      guard case .data(let mine) = conflict.mine, case .data(let theirs) = conflict.theirs,
        let own = StoredCollection(mine), var other = StoredCollection(theirs)
      else { return nil }
      var base: [Data] = []
      switch conflict.base ?? .null {
      case .null: break
      case .data(let bytes):
        guard let former = StoredCollection(bytes) else { return nil }
        base = former.elements
      default: return nil
      }
      let merged = merge(base: base, own.elements, other.elements)
      if merged == other.elements { return conflict.theirs }
      other.elements = merged
      return .data(other.stored)
    }
  }

  private static func merge(base: [Data], _ own: [Data], _ other: [Data]) -> [Data] {
    let known = Set(base.map(StoredCollection.key))
    let ownKeys = own.map(StoredCollection.key)
    let otherKeys = other.map(StoredCollection.key)
    let (mine, theirs) = (Set(ownKeys), Set(otherKeys))
    var merged: [(key: Data, text: Data)] = []
    for (key, text) in zip(otherKeys, other) where mine.contains(key) || !known.contains(key) {
      merged.append((key, text))
    }
    var present = Set(merged.map(\.key))
    // The index in the merged elements behind the previous local element, at which an added element
    // is inserted.
    var place = 0
    for (key, text) in zip(ownKeys, own) {
      if !theirs.contains(key), !known.contains(key) {
        guard present.insert(key).inserted else { continue }
        merged.insert((key, text), at: place)
        place += 1
      } else if present.contains(key), let index = merged.firstIndex(where: { $0.key == key }) {
        place = index + 1
      }
    }
    return merged.map(\.text)
  }
}
