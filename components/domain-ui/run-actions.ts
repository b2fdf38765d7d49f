import { useQueryClient } from '@tanstack/react-query'

/**
 * The key of what a person sends about a run, and whether any of it is under way, also before the page is drawn again: until it is answered,
 * another key would act on a run that is about to go, and what is typed into a dialog would be keys for the next one.
 */
export function useRunActions(runId: string) {
  const client = useQueryClient()
  const mutationKey = ['act on', runId]
  return { mutationKey, isUnderWay: () => client.isMutating({ mutationKey }) > 0 }
}
