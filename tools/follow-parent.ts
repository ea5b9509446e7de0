/**
 * Loaded into every process of the supervisor: drains and ends it when the supervisor is gone, also
 * after kill -9.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel must not keep the process alive.
process.channel?.unref();
