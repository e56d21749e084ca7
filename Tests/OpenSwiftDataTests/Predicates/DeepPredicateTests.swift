import Foundation
import Testing

@testable import OpenSwiftData

/// Predicates that programs compose level by level.
@Suite("Deep predicates") struct DeepPredicateTests {
  enum Shape: CaseIterable { case evaluated, conjunction, disjunction, negation, rightHanded }

  private static func predicate(_ shape: Shape, depth: Int) -> Predicate<Page> {
    if shape == .evaluated {
      var whole = #Predicate<Page> { $0.isOpen }
      for _ in 0..<depth {
        let inner = whole
        whole = #Predicate { inner.evaluate($0) && $0.name != "" }
      }
      return whole
    }
    return Predicate<Page> { page in
      let isOpen = PredicateExpressions.build_KeyPath(root: page, keyPath: \.isOpen)
      var node: Node<Bool> = isOpen
      for _ in 0..<depth {
        switch shape {
        case .conjunction: node = Build.and(node, isOpen)
        case .rightHanded: node = Build.or(isOpen, node)
        case .disjunction: node = Build.or(node, isOpen)
        case .negation, .evaluated: node = Build.not(node)
        }
      }
      return node
    }
  }

  @Test(arguments: Shape.allCases, [true, false])
  func deepPredicatesAreAnsweredOrRefused(_ shape: Shape, isSaved: Bool) throws {
    let container = try ModelContainer(
      for: Page.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    for isOpen in [true, false] { context.insert(Page("\(isOpen)", nil, isOpen: isOpen)) }
    if isSaved { try context.save() }
    for depth in [40, 100, 160, 260] {
      let descriptor = FetchDescriptor(predicate: Self.predicate(shape, depth: depth))
      #expect(try context.fetch(descriptor).map(\.isOpen) == [true], "\(depth)")
      #expect(try context.fetchCount(descriptor) == 1, "\(depth)")
    }
    // Nodes that store their operands inline are copied at each level, which limits the depth in
    // practice.
    let isInline = shape != .evaluated && shape != .negation
    let descriptor = FetchDescriptor(
      predicate: Self.predicate(
        shape, depth: isInline ? 1_500 : shape == .negation ? 3_000 : 20_000))
    let error = #expect(throws: SwiftDataError.unsupportedPredicate) {
      try context.fetch(descriptor)
    }
    #expect(error?.description.contains("1000 levels") == true)
    #expect(throws: SwiftDataError.unsupportedPredicate) { try context.fetchCount(descriptor) }
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try context.delete(model: Page.self, where: descriptor.predicate)
    }
  }

  @Test(arguments: [Shape.conjunction, .disjunction])
  func deepPredicatesOfOneOperatorStayInSQL(_ shape: Shape) throws {
    let container = try ModelContainer(
      for: Page.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let translator = PredicateTranslator(
      columns: try container.core.bindings.binding(for: Page.self))
    #expect(translator.translate(Self.predicate(shape, depth: 140)).isExact)
  }
}
