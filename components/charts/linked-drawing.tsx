import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

type LinkedDrawingProps = Omit<ComponentProps<'svg'>, 'role' | 'aria-label'> & { label: string }

/** A drawing whose marks are links: a named group, since what is in an image is not reached. */
export function LinkedDrawing({ label, className, ...svg }: LinkedDrawingProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no other element is a group of a drawing
    <svg {...svg} role="group" aria-label={label} className={clsx('overflow-visible text-2xs', className)} />
  )
}
