#if !canImport(Darwin)
  import Foundation

  extension NotificationCenter {
    /// Notifications of a name, as they are posted.
    ///
    /// Each iteration begins with what is posted after it has begun, and has all of that, however long it takes for each.
    /// Foundation has this sequence on Apple's platforms only.
    public final class Notifications: AsyncSequence, @unchecked Sendable {
      // Unchecked, since nothing changes after `init`, and the object is compared alone.

      private let center: NotificationCenter
      private let name: Notification.Name
      private let object: AnyObject?

      init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
        (self.center, self.name, self.object) = (center, name, object)
      }

      /// Begins to observe.
      public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncStream.makeStream(of: Posted.self)
        let token = center.addObserver(forName: name, object: object, queue: nil) {
          continuation.yield(Posted(notification: $0))
        }
        return Iterator(
          posted: stream.makeAsyncIterator(), observation: Observation(center: center, token: token)
        )
      }

      /// A notification on its way from who posts it to who waits for it.
      fileprivate struct Posted: @unchecked Sendable {
        // Unchecked, since a notification does not change; what it carries is handed over, as by Foundation's own.
        let notification: Notification
      }

      /// Observes as long as the iterator is there.
      fileprivate final class Observation: @unchecked Sendable {
        // Unchecked, since the token is given back alone.
        private let center: NotificationCenter
        private let token: any NSObjectProtocol

        init(center: NotificationCenter, token: any NSObjectProtocol) {
          (self.center, self.token) = (center, token)
        }

        deinit { center.removeObserver(token) }
      }

      /// What waits for the next notification; it ends when its task is cancelled.
      public struct Iterator: AsyncIteratorProtocol {
        fileprivate var posted: AsyncStream<Posted>.Iterator
        fileprivate let observation: Observation

        /// The next notification.
        ///
        /// - Parameter actor: The actor.
        /// - Returns: The notification; nil when the task is cancelled.
        public mutating func next(
          isolation actor: isolated (any Actor)? = #isolation
        ) async -> Notification? {
          await posted.next(isolation: actor)?.notification
        }
      }
    }

    /// Gives notifications as they are posted, one after the other.
    ///
    /// - Parameters:
    ///   - name: The name of the notifications.
    ///   - object: Who posts them; nil for whoever does.
    /// - Returns: The sequence, which has no end but that of the task which reads it.
    @_disfavoredOverload
    public func notifications(named name: Notification.Name, object: AnyObject? = nil)
      -> Notifications
    {
      Notifications(self, name, object)
    }
  }
#endif
