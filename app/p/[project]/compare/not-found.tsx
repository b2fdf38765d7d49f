export { MissingComparison as default } from '@/components/compare/missing'
