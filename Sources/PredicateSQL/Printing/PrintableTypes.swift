#if !canImport(Darwin)
  import Foundation
  import Synchronization

  /// Answers to a question about types of conditions, of which the last ones are known.
  ///
  /// Each predicate that is made asks, mostly for a type that was asked about before. A place holds the address of a
  /// type's metadata, which is never freed, and the answer in the lowest bit.
  struct PrintableTypes: ~Copyable, Sendable {
    private let places = InlineArray<64, Atomic<UInt>> { _ in Atomic(0) }
    private let answer: @Sendable (any Any.Type) -> Bool

    private init(_ answer: @escaping @Sendable (any Any.Type) -> Bool) { self.answer = answer }

    subscript(type: any Any.Type) -> Bool {
      let word = UInt(bitPattern: ObjectIdentifier(type))
      // Types lie at addresses that are multiples of 8 and mostly further apart.
      let place = Int(word >> 5) & 63
      let known = places[place].load(ordering: .relaxed)
      if known & ~1 == word { return known & 1 == 1 }
      let isTrue = answer(type)
      places[place].store(isTrue ? word | 1 : word, ordering: .relaxed)
      return isTrue
    }

    /// Whether conditions of a type have nodes that Foundation did not make.
    static let needWrapping = PrintableTypes { type in
      func mayBeDeep<Node>(_ type: Node.Type) -> Bool { PredicateDepth.mayBeDeep(type) }
      // Foundation would go as deep as the condition to print it.
      return mayBeDeep(type) || _typeName(type).contains("(extension in PredicateSQL)")
    }

    /// Whether conditions of a type hold a predicate that was put into Foundation's nodes.
    static let areWrapped = PrintableTypes { type in
      func mayBeDeep<Node>(_ type: Node.Type) -> Bool { PredicateDepth.mayBeDeep(type) }
      return !mayBeDeep(type) && type is any WrappedCondition.Type
    }
  }
#endif
