import { expect, test } from 'vitest'
import { mediaGroupOf } from './media-group.ts'

test.each([
  ['www.bbc.co.uk', 'news.bbc.com'],
  ['blogs.wsj.com', 'nypost.com'],
  ['www.usatoday.com', 'freep.com'],
  ['a.example.org', 'b.example.org'],
])('%s and %s have one owner', (one, other) => expect(mediaGroupOf(one)).toBe(mediaGroupOf(other)))

test.each([
  ['reuters.com', 'bbc.com'],
  ['one.example', 'other.example'],
])('%s and %s have two owners', (one, other) => expect(mediaGroupOf(one)).not.toBe(mediaGroupOf(other)))
