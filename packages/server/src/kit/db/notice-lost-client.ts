/**
 * A node that is cut off, or loses its power, says no good-bye. With its own settings the server would keep the session for
 * hours, and with it what the session has locked: rows, and what only one node may do. So each session asks it to
 * look whether anybody is there, and to end what hears nothing for about 6 s. Over a Unix socket this changes nothing.
 */
export const NOTICE_LOST_CLIENT = `set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 1;
  set tcp_keepalives_count = 3; set tcp_user_timeout = 6000`;
