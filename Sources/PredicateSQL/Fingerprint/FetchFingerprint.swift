import Foundation
import SQLCore

/// What a fetch is, but for the constants in its predicate: fetches of one fingerprint run one statement.
///
/// Key paths are told apart by identity. A literal is the same object at every pass, so that one
/// place of a program has one fingerprint.
package struct FetchFingerprint: Equatable, Sendable {
  /// Types, key paths, operators and kinds of constants, in the order of the expression's nodes; behind them may stand
  /// those of a former fetch, since removing them would cost more than all else.
  private var words: [UInt] = []
  private(set) var count = 0

  package init() { words.reserveCapacity(24) }

  /// Forgets the words, and keeps the memory for others.
  mutating func clear() { count = 0 }

  mutating func append(_ word: Int) { append(UInt(bitPattern: word)) }
  mutating func append(_ object: ObjectIdentifier) { append(UInt(bitPattern: object)) }

  private mutating func append(_ word: UInt) {
    if count < words.count { words[count] = word } else { words.append(word) }
    count += 1
  }

  package static func == (lhs: FetchFingerprint, rhs: FetchFingerprint) -> Bool {
    guard lhs.count == rhs.count else { return false }
    for index in 0..<lhs.count where lhs.words[index] != rhs.words[index] { return false }
    return true
  }

  /// The words mixed into one: most are addresses, which the standard hash would look at byte by
  /// byte.
  package var mixed: UInt64 {
    var mixed: UInt64 = 0
    for index in 0..<count {
      mixed = (mixed ^ UInt64(words[index])) &* 0x9e37_79b9_7f4a_7c15
      mixed ^= mixed >> 29
    }
    return mixed
  }
}

/// Reads the fingerprint of a fetch, and the constants apart from it.
package struct FingerprintReader {
  package private(set) var fingerprint = FetchFingerprint()
  package private(set) var constants: [SQLValue] = []
  /// The key paths of the fingerprint, for whoever keeps it.
  package private(set) var keyPaths: [AnyKeyPath] = []
  private let keepsKeyPaths: Bool
  /// False where the statement may depend on more than the fingerprint.
  package private(set) var isWhole = true

  package init(keepsKeyPaths: Bool = false) { self.keepsKeyPaths = keepsKeyPaths }

  package mutating func add(_ word: Int) { fingerprint.append(word) }
  mutating func add(_ type: any Any.Type) { fingerprint.append(ObjectIdentifier(type)) }

  /// Adds an object that lives as long as the fingerprint is of use.
  package mutating func add(identityOf object: AnyObject) {
    fingerprint.append(ObjectIdentifier(object))
  }

  mutating func add(_ keyPath: AnyKeyPath) {
    fingerprint.append(ObjectIdentifier(keyPath))
    if keepsKeyPaths { keyPaths.append(keyPath) }
  }

  /// Adds a constant whose value shows in no statement.
  mutating func add(constant: SQLValue) {
    if constants.isEmpty { constants.reserveCapacity(4) }
    constants.append(constant)
  }

  package mutating func giveUp() { isWhole = false }

  /// Forgets what was read, and keeps the memory for another fetch.
  package mutating func clear() {
    fingerprint.clear()
    constants.removeAll(keepingCapacity: true)
    keyPaths.removeAll()
    isWhole = true
  }

  /// Reads a predicate; nodes of a kind whose statements may depend on values end the reading.
  package mutating func read(
    _ expression: any StandardPredicateExpression<Bool>, _ types: inout FingerprintTypes
  ) {
    readRoot(expression, &types)
  }

  private mutating func readRoot<Node: PredicateExpression>(
    _ node: Node, _ types: inout FingerprintTypes
  ) {
    guard let type = types.shaped(Node.self) else { return giveUp() }
    add(Node.self)
    read(node, as: type)
  }

  /// `node`, whose type is `Shaped`; casting the value instead would copy it, into a box or without.
  private mutating func read<Node, Shaped: FingerprintedExpression>(_ node: Node, as _: Shaped.Type)
  {
    withUnsafePointer(to: node) { node in
      UnsafeRawPointer(node).assumingMemoryBound(to: Shaped.self).pointee.describe(to: &self)
    }
  }

  package mutating func read<Model>(_ descriptors: [SortDescriptor<Model>]) {
    add(descriptors.count)
    // What makes the loop looks up the type of its descriptors.
    guard descriptors.count > 0 else { return }
    for descriptor in descriptors {
      // The key path of a localized order is put together anew each time.
      guard let keyPath = descriptor.keyPath, !keyPath.isLocalized else { return giveUp() }
      add(keyPath)
      add(descriptor.order == .forward ? 0 : 1)
      guard let comparator = descriptor.stringComparator else {
        add(0)
        continue
      }
      guard comparator == .lexical else { return giveUp() }
      add(1)
    }
  }
}

extension AnyKeyPath {
  /// Whether the key path leads on to what localized strings are sorted by.
  fileprivate var isLocalized: Bool {
    #if canImport(Darwin)
      return false
    #else
      let type = type(of: self).valueType
      return type == _LocalizedStandardSortKey.self || type == _LocalizedStandardSortKey?.self
        || type == _LocalizedSortKey.self || type == _LocalizedSortKey?.self
    #endif
  }
}
