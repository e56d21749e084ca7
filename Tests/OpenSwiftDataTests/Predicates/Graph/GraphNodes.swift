import Foundation

@testable import OpenSwiftData

/// Builds nodes about related models; each function opens its existential arguments.
enum GraphBuild {
  static func isNil<Value: Equatable>(_ value: some Standard<Value?>) -> Node<Bool> {
    PredicateExpressions.build_Equal(
      lhs: value, rhs: PredicateExpressions.NilLiteral<Value>())
  }

  static func isNotNil<Value: Equatable>(_ value: some Standard<Value?>) -> Node<Bool> {
    PredicateExpressions.build_NotEqual(
      lhs: value, rhs: PredicateExpressions.NilLiteral<Value>())
  }

  static func identifier<Model: PersistentModel>(
    _ model: some Standard<Model>
  ) -> Node<PersistentIdentifier> {
    PredicateExpressions.build_KeyPath(root: model, keyPath: \.persistentModelID)
  }

  static func optionalIdentifier<Model: PersistentModel>(
    _ model: some Standard<Model?>
  ) -> Node<PersistentIdentifier?> {
    PredicateExpressions.build_flatMap(model) { model in
      PredicateExpressions.build_KeyPath(root: model, keyPath: \Model.persistentModelID)
    }
  }

  static func map<Wrapped, Result>(
    _ optional: some Standard<Wrapped?>, _ transform: (Node<Wrapped>) -> Node<Result>
  ) -> Node<Result?> {
    PredicateExpressions.build_flatMap(optional) { Erased(transform($0)) }
  }

  static func flatMap<Wrapped, Result>(
    _ optional: some Standard<Wrapped?>, _ transform: (Node<Wrapped>) -> Node<Result?>
  ) -> Node<Result?> {
    PredicateExpressions.build_flatMap(optional) { Erased(transform($0)) }
  }

  static func contains<Element>(
    _ models: some Standard<[Element]>, _ test: (Node<Element>) -> Node<Bool>
  ) -> Node<Bool> {
    PredicateExpressions.build_contains(models) { Erased(test($0)) }
  }

  static func allSatisfy<Element>(
    _ models: some Standard<[Element]>, _ test: (Node<Element>) -> Node<Bool>
  ) -> Node<Bool> {
    PredicateExpressions.build_allSatisfy(models) { Erased(test($0)) }
  }

  static func filter<Element>(
    _ models: some Standard<[Element]>, _ test: (Node<Element>) -> Node<Bool>
  ) -> Node<[Element]> {
    PredicateExpressions.build_filter(models) { Erased(test($0)) }
  }

  static func contains<Element: Equatable>(
    _ models: some Standard<[Element]>, element: some Standard<Element>
  ) -> Node<Bool> {
    PredicateExpressions.SequenceContains(sequence: models, element: element)
  }
}
