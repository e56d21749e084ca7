import Foundation

extension _PredicateBuilder {
  /// `contains(where:)`.
  public static func contains<Base: Expression, Test: Expression>(
    _ base: Base, where test: (Nodes.Variable<Base.Output.Element>) -> Test
  ) -> Nodes.SequenceContainsWhere<Base, Test> where Base.Output: Sequence, Test.Output == Bool {
    Nodes.build_contains(base, where: test)
  }

  /// `allSatisfy`.
  public static func allSatisfy<Base: Expression, Test: Expression>(
    _ base: Base, _ test: (Nodes.Variable<Base.Output.Element>) -> Test
  ) -> Nodes.SequenceAllSatisfy<Base, Test> where Base.Output: Sequence, Test.Output == Bool {
    Nodes.build_allSatisfy(base, test)
  }

  /// `filter`.
  public static func filter<Base: Expression, Test: Expression>(
    _ base: Base, _ test: (Nodes.Variable<Base.Output.Element>) -> Test
  ) -> Nodes.Filter<Base, Test> where Base.Output: Sequence, Test.Output == Bool {
    Nodes.build_filter(base, test)
  }

  /// `min()`.
  public static func min<Base: Expression>(
    _ base: Base
  ) -> Nodes.SequenceMinimum<Base> where Base.Output: Sequence, Base.Output.Element: Comparable {
    Nodes.build_min(base)
  }

  /// `max()`.
  public static func max<Base: Expression>(
    _ base: Base
  ) -> Nodes.SequenceMaximum<Base> where Base.Output: Sequence, Base.Output.Element: Comparable {
    Nodes.build_max(base)
  }

  /// `starts(with:)`.
  public static func starts<Base: Expression, Prefix: Expression>(
    _ base: Base, with prefix: Prefix
  ) -> Nodes.SequenceStartsWith<Base, Prefix>
  where
    Base.Output: Sequence, Prefix.Output: Sequence,
    Base.Output.Element == Prefix.Output.Element, Base.Output.Element: Equatable
  {
    Nodes.SequenceStartsWith(base: base, prefix: prefix)
  }

  /// The element of a collection at an index.
  public static func element<Base: Expression, Index: Expression>(
    _ base: Base, _ index: Index
  ) -> Nodes.CollectionIndexSubscript<Base, Index>
  where Base.Output: Collection, Index.Output == Base.Output.Index {
    Nodes.CollectionIndexSubscript(wrapped: base, index: index)
  }

  /// A slice of a collection.
  public static func element<Base: Expression, Bounds: Expression>(
    _ base: Base, _ bounds: Bounds
  ) -> Nodes.CollectionRangeSubscript<Base, Bounds>
  where Base.Output: Collection, Bounds.Output == Range<Base.Output.Index> {
    Nodes.CollectionRangeSubscript(wrapped: base, range: bounds)
  }

  /// The value of a dictionary for a key.
  public static func element<Base: Expression, Key: Expression, Value>(
    _ base: Base, _ key: Key
  ) -> Nodes.DictionaryKeySubscript<Base, Key, Value>
  where Base.Output == [Key.Output: Value], Key.Output: Hashable {
    Nodes.DictionaryKeySubscript(wrapped: base, key: key)
  }

  /// The value of a dictionary for a key, or a default value if there is none.
  public static func element<Base: Expression, Key: Expression, Default: Expression>(
    _ base: Base, _ key: Key, default value: Default
  ) -> Nodes.DictionaryKeyDefaultValueSubscript<Base, Key, Default>
  where Base.Output == [Key.Output: Default.Output], Key.Output: Hashable {
    Nodes.DictionaryKeyDefaultValueSubscript(wrapped: base, key: key, default: value)
  }
}
