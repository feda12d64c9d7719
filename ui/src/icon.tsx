/** Icons of 16 px, drawn in the colour of the text beside them. They say nothing by themselves: a word stands next to each. */
const drawings = {
  overview: 'M2.5 2.5h4.5v5h-4.5zM9 2.5h4.5v3H9zM9 8h4.5v5.5H9zM2.5 10h4.5v3.5h-4.5z',
  bell: 'M3.5 11.5h9l-1-1.8V7a3.5 3.5 0 0 0-7 0v2.7zM6.7 13.5h2.6',
  score: 'M2.5 12.5l3.5-4 3 2.5 4.5-6.5M10.5 4.5h3v3',
  people:
    'M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM2 13.2c0-2.2 1.7-3.7 4-3.7s4 1.5 4 3.7M10.5 3.2a2.2 2.2 0 0 1 0 4.2M11.5 9.8c1.6.4 2.5 1.7 2.5 3.4',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.2 3.2',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  news: 'M3 3h8v10H4a1 1 0 0 1-1-1zM11 6h2v6a1 1 0 0 1-1 1M5.2 5.5h3.6M5.2 8h3.6M5.2 10.5h2.2',
  send: 'M2.5 8l11-5-3.5 10.5-2.5-4.5zM7.5 9l6-6',
  report: 'M4 2.5h5.5L12 5v8.5H4zM6 8h4M6 10.5h4',
  key: 'M5.5 10.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8.5 7.5h5M13.5 7.5v2.5M11.3 7.5v1.8',
  shield: 'M8 2.2l5 1.8v3.8c0 3-2.2 5.1-5 6-2.8-.9-5-3-5-6V4z',
  gauge: 'M2.8 11.5a5.6 5.6 0 1 1 10.4 0M8 9.5l2.6-3',
  building: 'M3.5 13.5v-11h6v11M9.5 6.5h3v7M2.5 13.5h11M5.5 5.2h2M5.5 7.8h2M5.5 10.4h2',
  audit: 'M3.5 2.5h9v11h-9zM5.7 5.5h4.6M5.7 8h4.6M5.7 10.5h2.6',
  feed: 'M3.5 12.5h.01M3.5 8.5a4 4 0 0 1 4 4M3.5 4.5a8 8 0 0 1 8 8',
  import: 'M8 2.5v7M5 7l3 3 3-3M2.5 11v2.5h11V11',
  target: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  close: 'M4 4l8 8M12 4l-8 8',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  plus: 'M8 3.5v9M3.5 8h9',
  down: 'M4 6.5l4 4 4-4',
  right: 'M6.5 4l4 4-4 4',
  copy: 'M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2',
  reload: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3.5l7 4.5-7 4.5z',
  good: 'M3 8.5l3.2 3.2L13 4.8',
  bad: 'M4 4l8 8M12 4l-8 8',
  warn: 'M8 2.5l6 10.8H2zM8 6.5v3.2M8 11.6h.01',
  moving: 'M8 2.5a5.5 5.5 0 1 1-5.2 3.7M8 5v3.2l2 1.3',
  off: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM4.2 11.8l7.6-7.6',
  info: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8 7.5v3.3M8 5.2h.01',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1.8v1M8 13.2v1M1.8 8h1M13.2 8h1M3.6 3.6l.7.7M11.7 11.7l.7.7M12.4 3.6l-.7.7M4.3 11.7l-.7.7',
  keyboard: 'M1.5 4.5h13v7.5h-13zM4 7h.01M6.5 7h.01M9 7h.01M11.5 7h.01M5 9.8h6',
  box: 'M2.5 5l5.5-2.7L13.5 5v6L8 13.7 2.5 11zM2.5 5L8 7.7 13.5 5M8 7.7v6',
  hub: 'M3 3h10v4H3zM3 9h10v4H3zM5.2 5h.01M5.2 11h.01',
  globe: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM2.5 8h11M8 2.5c2 1.6 2 9.4 0 11M8 2.5c-2 1.6-2 9.4 0 11',
  leaf: 'M3 13c0-6 3-10 10-10 0 7-4 9.5-8 8.5M3 13c1-3 3-5 6-6.5',
  price:
    'M8 2.5v11M10.8 5c-.6-.8-1.6-1.2-2.8-1.2-1.6 0-2.8.8-2.8 2s1 1.8 2.8 2.2 2.8 1 2.8 2.2-1.2 2-2.8 2c-1.2 0-2.2-.4-2.8-1.2',
  usage: 'M2.5 13.5h11M4 13.5V9M7 13.5V5M10 13.5V7M13 13.5V3.5',
  out: 'M6.5 2.5h-3v11h3M7 8h6.5M11 5.5L13.5 8 11 10.5',
} as const

export type IconName = keyof typeof drawings

export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={drawings[name]} />
  </svg>
)
