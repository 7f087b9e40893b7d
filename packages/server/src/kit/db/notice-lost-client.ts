/**
 * A node that is cut off or loses power never closes its session. With default settings the server would keep
 * that session for hours, along with its locks: rows, and the right to do what only one node may do. So each
 * session has the server probe its client and end the session after about 6 s of silence. No effect on a Unix
 * socket.
 */
export const NOTICE_LOST_CLIENT = `set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 1;
  set tcp_keepalives_count = 3; set tcp_user_timeout = 6000`;
