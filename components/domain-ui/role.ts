'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '@/lib/contracts/projects'
import { projectsOfPage } from '@/lib/queries/project-search'

/** Returns the current user's role in a project; null until it is loaded. Only for display: the server enforces permissions. */
export function useMyRole(project: string): Role | null {
  const { data } = useQuery(projectsOfPage(project))
  const role = data?.projects.find(({ slug }) => slug === project)?.role ?? null
  // Of a person who was removed, the page keeps the forms with what they typed; whatever is sent is refused.
  const [last, setLast] = useState({ project, role })
  if (role !== null && (role !== last.role || project !== last.project)) setLast({ project, role })
  return role ?? (last.project === project ? last.role : null)
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
