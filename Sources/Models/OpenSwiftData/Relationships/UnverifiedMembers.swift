/// A relationship whose members were changed in place without comparing all of them.
struct UnverifiedMembers {
  let object: AnyObject
  let state: UnsafeMutablePointer<_ModelState>
  let relationship: RelationshipBinding
}
