#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>

/// Starts a server on the loopback address, with a thread of its own that waits for all connections. NULL where the port
/// is taken. Its options are variadic, which Swift cannot call.
static inline struct MHD_Daemon *readitlater_http_start(
    uint16_t port, unsigned int connections, unsigned int timeout, MHD_AccessHandlerCallback handler,
    MHD_RequestCompletedCallback completed, void *context) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof(address));
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  unsigned int flags = MHD_ALLOW_SUSPEND_RESUME;
  flags |= MHD_is_feature_supported(MHD_FEATURE_EPOLL) == MHD_YES ? MHD_USE_EPOLL_INTERNAL_THREAD
                                                                 : MHD_USE_POLL_INTERNAL_THREAD;
  return MHD_start_daemon(
      flags, port, NULL, NULL, handler, context, MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
      MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT, timeout,
      MHD_OPTION_LISTEN_BACKLOG_SIZE, connections, MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_END);
}

/// The port on which a server listens, where it was to choose one.
static inline uint16_t readitlater_http_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

// Enumerations have other names in Swift, depending on the version of the library.

static const enum MHD_Result readitlater_http_yes = MHD_YES;
static const enum MHD_Result readitlater_http_no = MHD_NO;

/// The value of a parameter behind the path; NULL where there is none.
static inline const char *readitlater_http_parameter(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);
}

/// A response with a copy of some bytes.
static inline struct MHD_Response *readitlater_http_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}
