import Foundation

/// Creates a predicate for a model from a closure.
///
/// It is chosen over Foundation's macro of the same name if the input is a model, and accepts more
/// than that one. See the article "Predicates" for what a model predicate can contain.
///
/// ```swift
/// let late = #Predicate<Task> { !$0.isDone && $0.due < now }
/// ```
///
/// - Parameter body: The condition. Parts that do not depend on the model are evaluated once, when
///   the predicate is created.
@freestanding(expression)
public macro Predicate<each Input: PersistentModel>(
  _ body: (repeat each Input) -> Bool
) -> Foundation.Predicate<repeat each Input> =
  #externalMacro(module: "OpenSwiftDataMacros", type: "PredicateMacro")
