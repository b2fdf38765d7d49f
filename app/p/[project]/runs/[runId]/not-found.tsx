import { MissingRun } from '@/components/runs/missing-run'

export default function RunNotFound() {
  return <MissingRun />
}
