import { readEnvironmentAnew } from '@/lib/operations/testing/process-state'

readEnvironmentAnew()
