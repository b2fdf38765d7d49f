import { getEnv } from '@/lib/env'
import type { ProjectRef } from '../context'

/** Where a person sees a gate and decides it. */
export function gateUrl({ slug }: Pick<ProjectRef, 'slug'>, gateId: string): string {
  return new URL(`/p/${slug}/gates/${gateId}`, getEnv().APP_URL).href
}
