import { cleanText } from './plain.ts';

/** Markdown to a script: headings stay, emphasis goes, quotes and list marks go, **Anna:** becomes a speaker. */
export function importMarkdown(text: string): string {
  return cleanText(text)
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^```[^\n]*\n[\s\S]*?^```\s*$/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\((?:[^()]|\([^)]*\))*\)/g, '$1')
    .replace(/\[([^\]]+)\]\[[^\]]*\]/g, '$1')
    .split('\n')
    .map(line)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function line(text: string): string {
  if (/^#{1,6}\s/.test(text)) return text.replace(/\s+#+$/, '');
  return text
    .replace(/^(?:\s*>)+\s?/, '')
    .replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/, '')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/`([^`]+)`/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!-])/g, '$1');
}
