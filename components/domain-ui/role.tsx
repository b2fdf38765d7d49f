'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { StatePanel } from '@/components/ui/state-panel'
import type { Role } from '@/lib/contracts/projects'
import { roleLabels } from '@/lib/presentation/labels/roles'
import { queryOf } from '@/lib/queries/query-of'

/** Returns the current user's role in a project; null until it is loaded. Only for display: the server enforces permissions. */
export function useMyRole(project: string): Role | null {
  const { data } = useQuery(queryOf('GET /api/v1/projects', {}))
  return data?.projects.find(({ slug }) => slug === project)?.role ?? null
}

/** Whether a role decides on runs, gates and failures. */
export const canDecide = (role: Role | null) => role === 'reviewer' || role === 'admin'

/**
 * Props of a button that viewers see but cannot use, with the reason in its tooltip.
 * @param what the button does: "publish"
 */
export function useOffForViewers(project: string, what: string): { disabled: boolean; title: string | undefined } {
  const isViewer = useMyRole(project) === 'viewer'
  return { disabled: isViewer, title: isViewer ? `Viewers cannot ${what}. Ask a reviewer or an admin.` : undefined }
}

type AdminsOnlyProps = {
  project: string
  /** What only admins can see: "the API keys". */
  what: string
  children: ReactNode
}

/** Renders its children for admins, and an explanation for other roles. */
export function AdminsOnly({ project, what, children }: AdminsOnlyProps) {
  const role = useMyRole(project)
  if (role === 'admin') return children
  if (role === null) return <StatePanel state="loading" title="Loading" compact />
  return (
    <StatePanel state="denied" title={`Only admins see ${what}`} compact>
      You are a {roleLabels[role].label.toLowerCase()} of this project. An admin can change that under Members.
    </StatePanel>
  )
}
