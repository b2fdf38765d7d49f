import { healthz } from '@/lib/http/health'

export const GET = healthz
