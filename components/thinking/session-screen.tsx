'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { StatePanel } from '@/components/ui/state-panel'
import { prepareThinkingTree } from '@/lib/charts/prepare-thinking-tree'
import { thinkingQueries } from '@/lib/queries/thinking'
import { SessionHeader } from './session-header'
import { ThoughtTree } from './thought-tree'

type SessionScreenProps = { project: string; sessionId: string }

/** One verification as a tree, which grows while the agent thinks. */
export function SessionScreen({ project, sessionId }: SessionScreenProps) {
  const { data } = useSuspenseQuery(thinkingQueries.session(project, sessionId))
  const rows = useMemo(() => prepareThinkingTree(data.thoughts), [data.thoughts])
  return (
    <>
      <SessionHeader project={project} view={data} />
      {rows.length === 0 ? (
        <StatePanel state="empty" title="No thought is kept" compact>
          The history of this session was cleared. The agent may go on with the same session id.
        </StatePanel>
      ) : (
        <ThoughtTree project={project} sessionId={sessionId} rows={rows} />
      )}
    </>
  )
}
