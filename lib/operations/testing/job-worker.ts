import { startJobs } from '../jobs/start-jobs'

// A process that only runs jobs, for tests that kill it.
startJobs()
