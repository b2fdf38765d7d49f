import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * The key of what a person sends about a run, and whether any of it is under way, also before the page is drawn again: until it is answered,
 * another key would act on a run that is about to go, and what is typed into a dialog would be keys for the next one.
 */
export function useRunActions(runId: string) {
  const client = useQueryClient()
  const mutationKey = ['act on', runId]
  return { mutationKey, isUnderWay: () => client.isMutating({ mutationKey }) > 0 }
}

/**
 * The digest of a run as its reader began to read it, although the page follows the run, and a function to call when a verdict was refused
 * because the run had changed: what they read from then on is what is on screen, once that is the changed run.
 */
export function useSeenDigest(onScreen: string) {
  const [seen, setSeen] = useState(onScreen)
  const [refused, setRefused] = useState('')
  if (refused === seen && seen !== onScreen) setSeen(onScreen)
  return [seen, () => setRefused(seen)] as const
}
