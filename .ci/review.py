#!/usr/bin/env python3
"""A review by suggestions, as other programs find it in the file: called by .ci/roundtrip.

    review.py ALOFT PLACE ORIGINAL.docx REVIEWED.docx LIBREOFFICE-PROFILE

Compared are the inserted and the deleted text of each author, and the comments, as aloft,
pandoc and LibreOffice have them; then LibreOffice accepts and rejects all, and the text is
that of the document and that of the original.
"""
import collections, json, os, subprocess, sys, tempfile
import xml.etree.ElementTree as ET

aloft, place, original, reviewed, profile = sys.argv[1:]
work = tempfile.mkdtemp()


def run(*args):
    return subprocess.run(args, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout


def bare(s):
    return ''.join(c for c in s if not c.isspace() and c not in '☐☒\u200d')


def summary(found):
    """What each author has inserted, deleted and said."""
    return {k: bare(''.join(v)) for k, v in sorted(found.items()) if bare(''.join(v))}


def by_aloft():
    found = collections.defaultdict(list)
    for r in json.loads(run(aloft, 'doc', 'revisions', place, '--json'))['revisions']:
        if r['kind'] in ('insertion', 'deletion'):
            found[r['kind'], r['author']].append(r['text'])
    for c in json.loads(run(aloft, 'doc', 'comments', place, '--json'))['comments']:
        found['comment', c['author']].append(c['text'])
    return summary(found)


def by_pandoc():
    found = collections.defaultdict(list)

    def text(x):
        if isinstance(x, list):
            return ''.join(map(text, x))
        if not isinstance(x, dict):
            return ''
        if x['t'] == 'Str':
            return x['c']
        if x['t'] in ('Code', 'CodeBlock'):
            return x['c'][1]
        if x['t'] in ('Link', 'Span'):
            return text(x['c'][1])
        return text(x.get('c', ''))

    def walk(x):
        if isinstance(x, list):
            for y in x:
                walk(y)
        elif isinstance(x, dict):
            if x.get('t') == 'Span':
                (_, classes, attrs), inner = x['c']
                attrs = dict(attrs)
                for kind in ('insertion', 'deletion', 'comment-start'):
                    if kind in classes:
                        found[kind.split('-')[0], attrs['author']].append(text(inner))
                        return
            for y in x.values():
                walk(y)

    walk(json.loads(run('pandoc', '--track-changes=all', '-t', 'json', reviewed)))
    return summary(found)


def letters(file):
    """The text of a file without what pandoc makes of tables and numbers."""
    return ''.join(c for c in run('pandoc', '-s', '-t', 'plain', '--wrap=none', file) if c.isalpha())


def office(*args):
    run('soffice', '-env:UserInstallation=file://' + profile, '--headless', *args)


OF = '{urn:oasis:names:tc:opendocument:xmlns:text:1.0}'
OFFICE = '{urn:oasis:names:tc:opendocument:xmlns:office:1.0}'
DC = '{http://purl.org/dc/elements/1.1/}'


def by_office():
    office('--convert-to', 'fodt', '--outdir', work, reviewed)
    root = ET.parse(os.path.join(work, os.path.basename(reviewed).replace('.docx', '.fodt'))).getroot()
    found = collections.defaultdict(list)
    authors = {}
    for region in root.iter(OF + 'changed-region'):
        for kind in ('insertion', 'deletion'):
            change = region.find(OF + kind)
            if change is None:
                continue
            by = kind, next(change.iter(DC + 'creator')).text
            authors[region.get(OF + 'id')] = by
            # Older versions have the deleted text there, newer ones where it stood.
            found[by].extend(''.join(n.itertext()) for n in change if n.tag != OFFICE + 'change-info')
    open_ones = []

    def walk(n):
        if n.tag in (OF + 'change-start', OF + 'change-end'):
            i = n.get(OF + 'change-id')
            if n.tag.endswith('start'):
                open_ones.append(i)
            elif i in open_ones:
                open_ones.remove(i)
        elif n.tag == OFFICE + 'annotation':
            said = ''.join(''.join(p.itertext()) for p in n.iter(OF + 'p'))
            found['comment', n.find(DC + 'creator').text].append(said)
        elif n.tag != OF + 'tracked-changes':
            for by in {authors[i] for i in open_ones if i in authors}:
                found[by].append(n.text or '')
            for k in n:
                walk(k)
        for by in {authors[i] for i in open_ones if i in authors}:
            found[by].append(n.tail or '')

    walk(next(root.iter(OFFICE + 'text')))
    return summary(found)


MACRO = '''<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">
Sub Settle(src As String, dst As String, what As String)
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden" : hidden(0).Value = True
  doc = StarDesktop.loadComponentFromURL("file://" &amp; src, "_blank", 0, hidden())
  d = createUnoService("com.sun.star.frame.DispatchHelper")
  d.executeDispatch(doc.CurrentController.Frame, ".uno:" &amp; what, "", 0, Array())
  Dim f(0) As New com.sun.star.beans.PropertyValue
  f(0).Name = "FilterName" : f(0).Value = "MS Word 2007 XML"
  doc.storeToURL("file://" &amp; dst, f())
  doc.close(True)
End Sub
</script:module>
'''
LIBRARY = '''<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false">
 <library:element library:name="Module1"/>
</library:library>
'''


def settled(what):
    """The text after LibreOffice has accepted or rejected all."""
    basic = os.path.join(profile, 'user/basic/Standard')
    os.makedirs(basic, exist_ok=True)
    for name, data in (('Module1.xba', MACRO), ('script.xlb', LIBRARY)):
        with open(os.path.join(basic, name), 'w') as f:
            f.write(data)
    out = os.path.join(work, what + '.docx')
    office('macro:///Standard.Module1.Settle(%s,%s,%s)' % (os.path.abspath(reviewed), out, what))
    return letters(out)


bad = 0
ours = by_aloft()
for name, theirs in (('pandoc', by_pandoc()), ('LibreOffice', by_office())):
    for key in sorted(set(ours) | set(theirs)):
        if ours.get(key) != theirs.get(key):
            print('%s: %s by %s: %r, not %r' % (name, *key, theirs.get(key), ours.get(key)))
            bad += 1
run(aloft, 'doc', 'accept', place, '--all')
run(aloft, 'export', '--yes', place, '-o', work)
accepted = os.path.join(work, os.path.basename(reviewed))
for what, file in (('AcceptAllTrackedChanges', accepted), ('RejectAllTrackedChanges', original)):
    got, want = settled(what), letters(file)
    if got != want:
        print('%s: %r, not %r' % (what, got, want))
        bad += 1
print('%d kinds of change by an author, %d differ' % (len(ours), bad))
sys.exit(bad > 0)
