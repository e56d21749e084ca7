#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

/// Receives a request's target, as it was sent, before anything else of the request is known.
typedef void *(*webserver_target_callback)(void *context, const char *target, struct MHD_Connection *connection);

/// Leaves a path as it was sent. The library's own function cuts it at an escaped NUL.
static inline size_t webserver_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context, (void)connection;
  return strlen(text);
}

/// Starts a server on an IPv4 or IPv6 address, with a thread of its own that waits for all connections. NULL where the
/// address is none of this machine, or the port is taken. Its options are variadic, which Swift cannot call.
static inline struct MHD_Daemon *webserver_start(
    const char *address, uint16_t port, unsigned int connections, unsigned int timeout,
    webserver_target_callback target, MHD_AccessHandlerCallback handler, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback notify, void *context) {
  struct sockaddr_in four;
  struct sockaddr_in6 six;
  memset(&four, 0, sizeof(four));
  memset(&six, 0, sizeof(six));
  struct sockaddr *socket_address = (struct sockaddr *)&four;
  unsigned int flags = MHD_ALLOW_SUSPEND_RESUME;
  if (inet_pton(AF_INET, address, &four.sin_addr) == 1) {
    four.sin_family = AF_INET;
    four.sin_port = htons(port);
  } else if (inet_pton(AF_INET6, address, &six.sin6_addr) == 1) {
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(port);
    socket_address = (struct sockaddr *)&six;
    flags |= MHD_USE_IPv6;
  } else {
    return NULL;
  }
  flags |= MHD_is_feature_supported(MHD_FEATURE_EPOLL) == MHD_YES ? MHD_USE_EPOLL_INTERNAL_THREAD
                                                                 : MHD_USE_POLL_INTERNAL_THREAD;
  return MHD_start_daemon(
      flags, port, NULL, NULL, handler, context, MHD_OPTION_SOCK_ADDR, socket_address,
      MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT, timeout,
      MHD_OPTION_URI_LOG_CALLBACK, target, context, MHD_OPTION_UNESCAPE_CALLBACK, webserver_keep_escapes, NULL,
      MHD_OPTION_LISTEN_BACKLOG_SIZE, connections, MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, notify, context, MHD_OPTION_END);
}

/// The port on which a server listens, where it was to choose one.
static inline uint16_t webserver_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

// Enumerations have other names in Swift, depending on the version of the library.

static const enum MHD_Result webserver_yes = MHD_YES;
static const enum MHD_Result webserver_no = MHD_NO;
static const enum MHD_ConnectionNotificationCode webserver_opened = MHD_CONNECTION_NOTIFY_STARTED;

/// Hides what follows the `?` of a target from the library, in whose buffer the target stands.
///
/// The library keeps a record of about 70 bytes for each parameter in the memory of the connection. Where that does not
/// suffice, version 0.9.75 neither answers nor closes the connection.
static inline void webserver_hide_query(const char *target) {
  char *query = strchr((char *)target, '?');
  if (query) query[1] = '\0';
}

/// The header fields of a request, which are called `MHD_HEADER_KIND` in the library.
static inline int webserver_headers(
    struct MHD_Connection *connection, MHD_KeyValueIterator visit, void *context) {
  return MHD_get_connection_values(connection, MHD_HEADER_KIND, visit, context);
}

/// How many bytes a request has before its body.
static inline size_t webserver_header_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

/// The socket of a connection; -1 if there is none.
static inline int webserver_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// Sends bytes without the library and without waiting.
static inline void webserver_send(int socket, const void *bytes, size_t count) {
#ifdef MSG_NOSIGNAL
  int flags = MSG_DONTWAIT | MSG_NOSIGNAL;
#else
  int flags = MSG_DONTWAIT;
#endif
  send(socket, bytes, count, flags);
}

/// Ends a connection in both directions; its socket stays open until the library closes it.
static inline void webserver_shut_down(int socket) { shutdown(socket, SHUT_RDWR); }

/// A response with a copy of some bytes.
static inline struct MHD_Response *webserver_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/// A response of unknown length, whose bytes a callback provides as the client takes them.
static inline struct MHD_Response *webserver_stream(
    MHD_ContentReaderCallback read, void *context, MHD_ContentReaderFreeCallback release) {
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, read, context, release);
}

static const ssize_t webserver_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
