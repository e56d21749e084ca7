import Foundation

/// Makes a predicate over a model from a closure.
///
/// Chosen over Foundation's macro of the same name when the input is a model, and accepts more than
/// that one does; see the article "Predicates" for what a model predicate can say.
///
/// ```swift
/// let late = #Predicate<Task> { !$0.isDone && $0.due < now }
/// ```
///
/// - Parameter body: The condition. Parts that do not mention the model are evaluated once, when
///   the predicate is made.
@freestanding(expression)
public macro Predicate<each Input: PersistentModel>(
  _ body: (repeat each Input) -> Bool
) -> Foundation.Predicate<repeat each Input> =
  #externalMacro(module: "OpenSwiftDataMacros", type: "PredicateMacro")
