//! Disks, arrays, filesystems, files, directories and links.

use super::{dataurl, go_url, units, verification};
use crate::ignition::clc::{self, NodeId, Tree, YKind};
use crate::ignition::report::{Position, Report};
use crate::ignition::types::{
    Config, Create, Directory, Disk, File, FileContents, Filesystem, Link, Mount, Owner, Partition,
    Raid,
};

const FILE_MODE: i64 = 0o644;
const DIRECTORY_MODE: i64 = 0o755;

/// Short names of partition types.
const TYPE_GUIDS: [(&str, &str); 4] = [
    ("raid_containing_root", "be9067b9-ea49-4f15-b4f6-f36f8c9e1818"),
    ("linux_filesystem_data", "0fc63daf-8483-4772-8e79-3d69d8477de4"),
    ("swap_partition", "0657fd6d-a4ab-43c4-84e5-0933c84b4f4f"),
    ("raid_partition", "a19d880f-05fc-4d3b-a006-743f0f84911e"),
];

/// Adds disks. A partition with a size that cannot be read is left out, and reported.
pub fn disks(input: &clc::Config, tree: &Tree, out: &mut Config) -> Report {
    let mut report = Report::default();
    let list = storage_list(tree, "disks");
    for (i, disk) in input.storage.disks.iter().enumerate() {
        let node = list.and_then(|n| tree.item(n, i));
        let partitions = node.and_then(|n| tree.child(n, "partitions"));
        let mut made = Vec::new();
        for (j, partition) in disk.partitions.iter().enumerate() {
            let node = partitions.and_then(|n| tree.item(n, j));
            let mut size = |text: &str, key: &str| match units::mebibytes(text) {
                Ok(size) => Some(size),
                Err(error) => {
                    let place = position(tree, node.and_then(|n| tree.child(n, key)));
                    report.merge(Report::error(error).at(place));
                    None
                }
            };
            let Some(size_mib) = size(&partition.size, "size") else { continue };
            let Some(start_mib) = size(&partition.start, "start") else { continue };
            let known = TYPE_GUIDS.iter().find(|(name, _)| *name == partition.type_guid);
            made.push(Partition {
                guid: partition.guid.clone(),
                label: partition.label.clone(),
                number: partition.number,
                size_mib,
                start_mib,
                type_guid: known.map_or_else(|| partition.type_guid.clone(), |(_, g)| (*g).into()),
            });
        }
        out.storage.disks.push(Disk {
            device: disk.device.clone(),
            partitions: made,
            wipe_table: disk.wipe_table,
        });
    }
    report
}

/// Adds arrays.
pub fn raid(input: &clc::Config, out: &mut Config) {
    let raid = |r: &clc::Raid| Raid {
        devices: (!r.devices.is_empty()).then(|| r.devices.clone()),
        level: r.level.clone(),
        name: r.name.clone(),
        options: r.options.clone(),
        spares: r.spares,
    };
    out.storage.raid.extend(input.storage.raid.iter().map(raid));
}

/// Adds filesystems.
pub fn filesystems(input: &clc::Config, out: &mut Config) {
    let mount = |m: &clc::Mount| Mount {
        create: m.create.as_ref().map(|c| Create { force: c.force, options: c.options.clone() }),
        device: m.device.clone(),
        format: m.format.clone(),
        label: m.label.clone(),
        options: m.options.clone(),
        uuid: m.uuid.clone(),
        wipe_filesystem: m.wipe_filesystem,
    };
    let filesystem = |f: &clc::Filesystem| Filesystem {
        mount: f.mount.as_ref().map(mount),
        name: f.name.clone(),
        path: f.path.clone(),
    };
    out.storage.filesystems.extend(input.storage.filesystems.iter().map(filesystem));
}

fn user(user: &Option<clc::FileUser>) -> Option<Owner> {
    user.as_ref().map(|u| Owner { id: u.id, name: u.name.clone() })
}

fn group(group: &Option<clc::FileGroup>) -> Option<Owner> {
    group.as_ref().map(|g| Owner { id: g.id, name: g.name.clone() })
}

fn or_root(filesystem: &str) -> String {
    if filesystem.is_empty() { "root".into() } else { filesystem.into() }
}

/// Adds files, directories and links. The tree is changed as the real program does, so that
/// later findings about a remote source stand at its URL.
pub fn files(input: &clc::Config, tree: &mut Tree, out: &mut Config) -> Report {
    let mut report = Report::default();
    let list = storage_list(tree, "files");
    for (i, file) in input.storage.files.iter().enumerate() {
        let node = list.and_then(|n| tree.item(n, i));
        match contents(&file.contents, tree, node) {
            Ok(contents) => out.storage.files.push(File {
                filesystem: or_root(&file.filesystem),
                group: group(&file.group),
                overwrite: file.overwrite,
                path: file.path.clone(),
                user: user(&file.user),
                append: file.append,
                contents,
                mode: file.mode.or(Some(FILE_MODE)),
            }),
            Err(error) => report.merge(error),
        }
    }
    let directory = |d: &clc::Directory| Directory {
        filesystem: or_root(&d.filesystem),
        group: group(&d.group),
        overwrite: d.overwrite,
        path: d.path.clone(),
        user: user(&d.user),
        mode: d.mode.or(Some(DIRECTORY_MODE)),
    };
    out.storage.directories.extend(input.storage.directories.iter().map(directory));
    let link = |l: &clc::Link| Link {
        filesystem: or_root(&l.filesystem),
        group: group(&l.group),
        overwrite: l.overwrite,
        path: l.path.clone(),
        user: user(&l.user),
        hard: l.hard,
        target: l.target.clone(),
    };
    out.storage.links.extend(input.storage.links.iter().map(link));
    report
}

fn contents(
    input: &clc::FileContents,
    tree: &mut Tree,
    file: Option<NodeId>,
) -> Result<FileContents, Report> {
    let mut source = String::new();
    if !input.inline.0.is_empty() {
        source = dataurl::encode(&input.inline.0);
    }
    let node = file.and_then(|n| tree.child(n, "contents"));
    if !input.local.is_empty() {
        let place = position(tree, node.and_then(|n| tree.child(n, "local")));
        let text = "local files require setting the --files-dir flag to the directory that \
                    contains the file";
        return Err(Report::error(text).at(place));
    }
    if !input.remote.url.is_empty() {
        let remote = node.and_then(|n| tree.child(n, "remote"));
        let url = remote.and_then(|n| tree.child(n, "url"));
        let parsed = go_url::parse(&input.remote.url)
            .map_err(|error| Report::error(error).at(position(tree, url)))?;
        source = parsed.to_string();
        if let (Some(file), Some(remote), Some(url)) = (file, remote, url) {
            tree.change_key(file, "contents", "contents", remote);
            tree.change_key(remote, "url", "source", url);
        } else if file.is_some_and(|n| tree.node(n).kind == YKind::Mapping) {
            // The real program reads the content as written and finds an alias there.
            return Err(Report::error("remote content must not stand behind a YAML alias"));
        }
    }
    if source.is_empty() {
        source = "data:,".into();
    }
    Ok(FileContents {
        compression: input.remote.compression.clone(),
        source,
        verification: verification(&input.remote.verification),
    })
}

fn storage_list(tree: &Tree, key: &str) -> Option<NodeId> {
    let storage = tree.child(tree.root?, "storage")?;
    tree.child(storage, key)
}

fn position(tree: &Tree, node: Option<NodeId>) -> Position {
    node.map(|n| tree.node(n).position).unwrap_or_default()
}
