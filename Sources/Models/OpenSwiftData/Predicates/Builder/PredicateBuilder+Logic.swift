import Foundation
import PredicateSQL

extension _PredicateBuilder {
  /// `&&`.
  public static func and<LHS: Expression, RHS: Expression>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.Conjunction<LHS, RHS> where LHS.Output == Bool, RHS.Output == Bool {
    Nodes.Conjunction(lhs: lhs, rhs: rhs)
  }

  /// `||`.
  public static func or<LHS: Expression, RHS: Expression>(
    _ lhs: LHS, _ rhs: RHS
  ) -> Nodes.Disjunction<LHS, RHS> where LHS.Output == Bool, RHS.Output == Bool {
    Nodes.Disjunction(lhs: lhs, rhs: rhs)
  }

  /// `!`.
  public static func not<Wrapped: Expression>(
    _ wrapped: Wrapped
  ) -> Nodes.Negation<Wrapped> where Wrapped.Output == Bool {
    Nodes.Negation(wrapped)
  }

  /// `? :` and `if`, with a test that depends on the model.
  public static func conditional<Test: Expression, Then: Expression, Else: Expression>(
    _ test: Test, _ then: Then, _ otherwise: Else
  ) -> Nodes.Conditional<Test, Then, Else>
  where Test.Output == Bool, Then.Output == Else.Output {
    Nodes.Conditional(test: test, trueBranch: then, falseBranch: otherwise)
  }

  /// A conditional whose test does not depend on the model.
  ///
  /// `then` returns nil if the test fails; `otherwise` is called only in that case.
  public static func resolved<Then: Expression, Else: Expression>(
    _ then: () -> Then?, otherwise: () -> Else
  ) -> Nodes.ResolvedConditional<Then, Else> where Then.Output == Else.Output {
    if let branch = then() { .then(branch) } else { .otherwise(otherwise()) }
  }
}
