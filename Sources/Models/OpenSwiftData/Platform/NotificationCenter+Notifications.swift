#if !canImport(Darwin)
  import Foundation

  extension NotificationCenter {
    /// An asynchronous sequence of the notifications with a name, as they are posted.
    ///
    /// Each iteration includes all notifications that are posted after it began, no matter how long
    /// it takes to process each. Foundation has this sequence only on Apple's platforms.
    public final class Notifications: AsyncSequence, @unchecked Sendable {
      // Unchecked, since nothing changes after `init`, and the object is only compared.

      private let center: NotificationCenter
      private let name: Notification.Name
      private let object: AnyObject?

      init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
        (self.center, self.name, self.object) = (center, name, object)
      }

      /// Creates an iterator and begins to observe.
      public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncStream.makeStream(of: Posted.self)
        let token = center.addObserver(forName: name, object: object, queue: nil) {
          continuation.yield(Posted(notification: $0))
        }
        return Iterator(
          posted: stream.makeAsyncIterator(), observation: Observation(center: center, token: token)
        )
      }

      /// A notification on its way from the code that posts it to the task that waits for it.
      fileprivate struct Posted: @unchecked Sendable {
        // Unchecked, since a notification does not change; its contents are handed over, as in
        // Foundation's own sequence.
        let notification: Notification
      }

      /// Observes as long as the iterator exists.
      fileprivate final class Observation: @unchecked Sendable {
        // Unchecked, since the token is only used to end the observation.
        private let center: NotificationCenter
        private let token: any NSObjectProtocol

        init(center: NotificationCenter, token: any NSObjectProtocol) {
          (self.center, self.token) = (center, token)
        }

        deinit { center.removeObserver(token) }
      }

      /// An iterator that waits for the next notification; it ends when its task is cancelled.
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

    /// Returns an asynchronous sequence of notifications, as they are posted.
    ///
    /// - Parameters:
    ///   - name: The name of the notifications.
    ///   - object: The object that posts them; nil for any.
    /// - Returns: The sequence, which ends only with the task that reads it.
    @_disfavoredOverload
    public func notifications(named name: Notification.Name, object: AnyObject? = nil)
      -> Notifications
    {
      Notifications(self, name, object)
    }
  }
#endif
