'use client'

import { Maximize2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import type { ChartTable } from '@/lib/presentation/charts/chart-parts'
import { useChartSize } from './chart-size'

const LargeChart = dynamic(() => import('./large-chart').then((module) => module.LargeChart), { ssr: false })

type OpenLargeProps = {
  title: string
  summary: string
  table: ChartTable
  actions?: ReactNode
  reading?: string
  className?: string
  /** The drawing. */
  children: ReactNode
}

/** The button that opens a drawing over the whole width; nothing where it is open already. */
export function OpenLarge({ title, className, children, ...chart }: OpenLargeProps) {
  const [isOpen, setOpen] = useState(false)
  const { isLarge } = useChartSize()
  if (isLarge) return null
  return (
    <>
      <IconButton
        label={`Open ${title} large`}
        size="sm"
        className={className}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Maximize2 aria-hidden />
      </IconButton>
      {isOpen && (
        <LargeChart title={title} {...chart} onClose={() => setOpen(false)}>
          {children}
        </LargeChart>
      )}
    </>
  )
}
