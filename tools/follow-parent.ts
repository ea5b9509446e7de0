/**
 * Loaded into every process the supervisor starts: when the supervisor is gone, also by kill -9, they drain and end too,
 * so that no half shop keeps running.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel alone keeps no process alive.
process.channel?.unref();
