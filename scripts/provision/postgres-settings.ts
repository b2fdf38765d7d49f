import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'

const MB = 1024 * 1024

/**
 * Returns the server's settings. `isDurable` keeps acknowledged data over a crash (fsync and synchronous commit on); without it the server
 * is faster, for temporary databases.
 */
export function serverSettings(port: number, isDurable: boolean): string[] {
  const memoryMb = totalmem() / MB
  // Beyond the hottest pages the system's cache does as well, and gives memory back.
  const sharedMb = Math.round(Math.min(192, Math.max(64, memoryMb / 16)))
  const durability = isDurable ? 'on' : 'off'
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: `${sharedMb}MB`,
    effective_cache_size: `${Math.round(memoryMb / 2)}MB`,
    maintenance_work_mem: '128MB',
    work_mem: '16MB',
    dynamic_shared_memory_type: sharedMemoryType(),
    fsync: durability,
    full_page_writes: durability,
    synchronous_commit: durability,
    wal_compression: 'on',
    min_wal_size: '256MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: 0.9,
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Containers often have 64 MB of shared memory, too little for a parallel query: files are used then. */
function sharedMemoryType() {
  if (process.platform === 'win32') return 'windows'
  if (process.platform !== 'linux') return 'posix'
  try {
    const { blocks, bsize } = statfsSync('/dev/shm')
    return blocks * bsize >= 256 * MB ? 'posix' : 'mmap'
  } catch {
    return 'mmap'
  }
}
