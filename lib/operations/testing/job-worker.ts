import { startJobs } from '../jobs/start-jobs'

// A process that does timed work and nothing else, for tests that kill it.
startJobs()
