//! Making bodies from a base, a number of figures, and ranks.

use super::column::{Rows, Trail};
use super::{Body, BodyError, Form, Layout, OwnBase, OwnPart, Role};
use crate::bearing::Pose;
use crate::point::{Extent, Point, point};
use crate::polygon;
use serde::{Deserialize, Serialize};

/// The most figures on one body; more must be a typing error.
pub(crate) const MOST_FIGURES: u32 = 10_000;

const AHEAD: Point = point(0.0, 1.0);

/// The size of one base in ground metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BaseSize {
    width: f64,
    depth: f64,
}

impl BaseSize {
    /// A base of this width and depth, in ground metres.
    ///
    /// # Errors
    /// If either is not a number above 0.
    pub fn new(width: f64, depth: f64) -> Result<BaseSize, BodyError> {
        let good = |side: f64| side.is_finite() && side > 0.0;
        if good(width) && good(depth) {
            Ok(BaseSize { width, depth })
        } else {
            Err(BodyError::BadBase { width, depth })
        }
    }

    /// From left to right.
    #[must_use]
    pub fn width(self) -> f64 {
        self.width
    }

    /// From front to rear.
    #[must_use]
    pub fn depth(self) -> f64 {
        self.depth
    }

    pub(crate) fn halves(self) -> (f64, f64) {
        (self.width / 2.0, self.depth / 2.0)
    }
}

pub(crate) fn check(figures: u32, ranks: u32, files: u32) -> Result<(), BodyError> {
    if figures == 0 {
        return Err(BodyError::NoFigures);
    }
    if ranks == 0 || files == 0 {
        return Err(BodyError::NoRanks { ranks, files });
    }
    if figures.max(ranks).max(files) > MOST_FIGURES {
        return Err(BodyError::TooMany { most: MOST_FIGURES, given: figures.max(ranks).max(files) });
    }
    Ok(())
}

pub(crate) fn spacing(what: &'static str, least: f64, given: f64) -> Result<f64, BodyError> {
    let good = given.is_finite() && given >= least;
    good.then_some(given).ok_or(BodyError::BadSpacing { what, least, given })
}

/// Ranks and files with the given spaces from middle to middle; a last rank that is not full stands centred.
fn ranked(base: BaseSize, figures: u32, files: u32, across: f64, behind: f64) -> Vec<OwnBase> {
    let (half_width, half_depth) = base.halves();
    (0..figures)
        .map(|number| {
            let (rank, file) = (number / files, number % files);
            let in_rank = files.min(figures - rank * files);
            let x = (f64::from(file) - f64::from(in_rank - 1) / 2.0) * across;
            let y = -half_depth - f64::from(rank) * behind;
            OwnBase {
                middle: point(x, y),
                ahead: AHEAD,
                half_width,
                half_depth,
                file,
                rank,
                role: Role::Figure,
            }
        })
        .collect()
}

pub(crate) fn slab_of(base: &OwnBase) -> OwnPart {
    OwnPart::Slab {
        middle: base.middle,
        ahead: base.ahead,
        half_width: base.half_width,
        half_depth: base.half_depth,
    }
}

fn rectangle(left: f64, right: f64, rear: f64, front: f64) -> OwnPart {
    OwnPart::Slab {
        middle: point((left + right) / 2.0, (rear + front) / 2.0),
        ahead: AHEAD,
        half_width: (right - left) / 2.0,
        half_depth: (front - rear) / 2.0,
    }
}

/// The box round some bases, each square to the body's front or to its flank.
pub(crate) fn envelope(bases: impl IntoIterator<Item = OwnBase>) -> Extent {
    Extent::around(bases.into_iter().flat_map(|base| {
        let (across, along) = (base.ahead.right() * base.half_width, base.ahead * base.half_depth);
        [
            base.middle - across - along,
            base.middle + across + along,
            base.middle + across - along,
            base.middle - across + along,
        ]
    }))
}

impl Body {
    /// A line this many ranks deep; the last rank may be short, and stands centred.
    ///
    /// # Errors
    /// If there are no figures or no ranks.
    pub fn line(base: BaseSize, figures: u32, ranks: u32) -> Result<Body, BodyError> {
        check(figures, ranks, 1)?;
        Body::column(base, figures, figures.div_ceil(ranks))
    }

    /// A column this many figures wide; also any other close block.
    ///
    /// # Errors
    /// If there are no figures or no files.
    pub fn column(base: BaseSize, figures: u32, wide: u32) -> Result<Body, BodyError> {
        Body::block(Form::Block, base, figures, wide)
    }

    /// A crowd: about as many ranks as files, in no order.
    ///
    /// # Errors
    /// If there are no figures.
    pub fn crowd(base: BaseSize, figures: u32) -> Result<Body, BodyError> {
        check(figures, 1, 1)?;
        Body::block(Form::Crowd, base, figures, square_root_up(figures))
    }

    fn block(form: Form, base: BaseSize, figures: u32, wide: u32) -> Result<Body, BodyError> {
        check(figures, 1, wide)?;
        let files = wide.min(figures);
        let ranks = figures.div_ceil(files);
        let bases = ranked(base, figures, files, base.width, base.depth);
        let (full, rest) = (figures / files, figures % files);
        let half = f64::from(files) * base.width / 2.0;
        let full_depth = -f64::from(full) * base.depth;
        let mut parts = vec![rectangle(-half, half, full_depth, 0.0)];
        if rest > 0 {
            let half = f64::from(rest) * base.width / 2.0;
            parts.push(rectangle(-half, half, full_depth - base.depth, full_depth));
        }
        let envelope = envelope(bases.iter().copied());
        Ok(Body::from_layout(Layout {
            form,
            figures,
            files,
            ranks,
            bases: bases.into(),
            parts,
            envelope,
            column: None,
        }))
    }

    /// A hollow square this many ranks deep on each side, with four equal sides as nearly as the figures allow.
    ///
    /// # Errors
    /// If there are no figures or no ranks.
    pub fn square(base: BaseSize, figures: u32, ranks: u32) -> Result<Body, BodyError> {
        check(figures, ranks, 1)?;
        let side = figures.div_ceil(4 * ranks);
        Body::hollow(base, figures, ranks, side, side)
    }

    /// A hollow rectangle: this many files on the front and rear sides, the rest shared by the two flanks.
    ///
    /// # Errors
    /// If there are no figures, ranks or files.
    pub fn rectangular_square(
        base: BaseSize,
        figures: u32,
        ranks: u32,
        front: u32,
    ) -> Result<Body, BodyError> {
        check(figures, ranks, front)?;
        let on_flanks = figures.saturating_sub(2 * front * ranks);
        Body::hollow(base, figures, ranks, front, on_flanks.div_ceil(2 * ranks).max(1))
    }

    /// Four sides laid round like a pinwheel, each beginning where the one before it ends, all facing out.
    fn hollow(base: BaseSize, figures: u32, ranks: u32, front: u32, flank: u32) -> Result<Body, BodyError> {
        let thick = f64::from(ranks) * base.depth;
        let width = f64::from(front) * base.width + thick;
        let depth = f64::from(flank) * base.width + thick;
        let half = width / 2.0;
        let sides: [(Point, Point, u32); 4] = [
            (point(-half, 0.0), AHEAD, front),
            (point(half, 0.0), point(1.0, 0.0), flank),
            (point(half, -depth), point(0.0, -1.0), front),
            (point(-half, -depth), point(-1.0, 0.0), flank),
        ];
        let bases = pinwheel(base, figures, ranks, &sides);
        let parts = vec![
            rectangle(-half, half, -thick, 0.0),
            rectangle(half - thick, half, thick - depth, -thick),
            rectangle(-half, half, -depth, thick - depth),
            rectangle(-half, thick - half, thick - depth, -thick),
        ];
        // A square too small to be hollow has no room for its flank sides between front and rear.
        let hollow = depth > 2.0 * thick && width > 2.0 * thick;
        let parts = if hollow { parts } else { vec![rectangle(-half, half, -depth, 0.0)] };
        let envelope = Extent { low: point(-half, -depth), high: point(half, 0.0) };
        let shape = Layout {
            form: Form::Square,
            figures,
            files: front,
            ranks,
            bases: bases.into(),
            parts,
            envelope,
            column: None,
        };
        Ok(Body::from_layout(shape))
    }

    /// A chain in this many open ranks, with this many metres of front for each figure.
    ///
    /// # Errors
    /// If there are no figures or ranks, or less room for a figure than its base needs.
    pub fn chain(base: BaseSize, figures: u32, ranks: u32, metres: f64) -> Result<Body, BodyError> {
        check(figures, ranks, 1)?;
        let metres = spacing("the front of a figure in a chain", base.width, metres)?;
        let files = figures.div_ceil(ranks);
        Ok(Body::open(
            Form::Chain,
            ranked(base, figures, files, metres, metres.max(base.depth)),
            figures,
            files,
        ))
    }

    /// A chain of one rank in two halves, with this many metres of front for each figure and room for a body of this width between them: the
    /// halves stand on its flanks.
    ///
    /// # Errors
    /// If there are no figures, less room for a figure than its base needs, or an invalid width.
    pub fn chain_on_flanks(
        base: BaseSize,
        figures: u32,
        metres: f64,
        between: f64,
    ) -> Result<Body, BodyError> {
        check(figures, 1, 1)?;
        let metres = spacing("the front of a figure in a chain", base.width, metres)?;
        let between = spacing("the front of the body between two halves of a chain", 0.0, between)?;
        let mut bases = ranked(base, figures, figures, metres, base.depth);
        let on_left = figures / 2;
        for own in &mut bases {
            let out = |number: u32| between / 2.0 + f64::from(number + 1) * metres - base.width / 2.0;
            own.middle.x =
                if own.file < on_left { -out(on_left - 1 - own.file) } else { out(own.file - on_left) };
        }
        Ok(Body::open(Form::Chain, bases, figures, figures))
    }

    /// A swarm, open all ways, with this many metres from figure to figure.
    ///
    /// # Errors
    /// If there are no figures, or less room for a figure than its base needs.
    pub fn swarm(base: BaseSize, figures: u32, metres: f64) -> Result<Body, BodyError> {
        check(figures, 1, 1)?;
        let metres = spacing("the room of a figure in a swarm", base.width.max(base.depth), metres)?;
        let files = square_root_up(figures);
        Ok(Body::open(Form::Swarm, ranked(base, figures, files, metres, metres), figures, files))
    }

    fn open(form: Form, bases: Vec<OwnBase>, figures: u32, files: u32) -> Body {
        let parts = bases.iter().map(slab_of).collect();
        let envelope = envelope(bases.iter().copied());
        let ranks = figures.div_ceil(files);
        Body::from_layout(Layout {
            form,
            figures,
            files,
            ranks,
            bases: bases.into(),
            parts,
            envelope,
            column: None,
        })
    }

    /// A march column one, two or more figures wide that bends along the way behind it.
    ///
    /// # Errors
    /// If there are no figures or files.
    pub fn march_column(base: BaseSize, figures: u32, wide: u32, trail: Trail) -> Result<Body, BodyError> {
        check(figures, 1, wide)?;
        Ok(Rows::new(base, figures, wide.min(figures), trail).into_body())
    }

    /// A unit inside a building: its body is the building itself. The outline is given on the ground, and the pose
    /// says where the body is anchored and which way its front looks; place it again with the same pose.
    /// The single figures have no place of their own, so there are no bases.
    ///
    /// # Errors
    /// If there are no figures, or the outline has fewer than three corners or crosses itself.
    pub fn garrison(outline: &[Point], figures: u32, pose: Pose) -> Result<Body, BodyError> {
        check(figures, 1, 1)?;
        let bad = |why: String| Err(BodyError::BadOutline { why });
        if outline.len() < 3 || !outline.iter().all(|p| p.is_finite()) || !pose.is_finite() {
            return bad(format!("it has {} corners, or one that is not a number", outline.len()));
        }
        if let Some((one, other)) = polygon::self_crossing(outline) {
            return bad(format!("sides {} and {} meet", one + 1, other + 1));
        }
        let frame = pose.frame();
        let own: Vec<Point> = outline.iter().map(|&p| frame.to_body(p)).collect();
        if polygon::signed_area(&own) == 0.0 {
            return bad("it holds no ground".into());
        }
        let parts = polygon::convex_pieces(&own).into_iter().map(OwnPart::Ring).collect();
        let envelope = Extent::around(own);
        let shape = Layout {
            form: Form::Garrison,
            figures,
            files: figures,
            ranks: 1,
            bases: Vec::new().into(),
            parts,
            envelope,
            column: None,
        };
        Ok(Body::from_layout(shape))
    }

    /// One base alone: a chief, a courier, a wagon.
    #[must_use]
    pub fn lone(base: BaseSize, role: Role) -> Body {
        let (half_width, half_depth) = base.halves();
        let only = OwnBase {
            middle: point(0.0, -half_depth),
            ahead: AHEAD,
            half_width,
            half_depth,
            file: 0,
            rank: 0,
            role,
        };
        Body::open(Form::Lone, vec![only], 1, 1)
    }
}

fn pinwheel(base: BaseSize, figures: u32, ranks: u32, sides: &[(Point, Point, u32); 4]) -> Vec<OwnBase> {
    let (half_width, half_depth) = base.halves();
    let mut bases = Vec::with_capacity(figures as usize);
    // Rank by rank round the square, so that an incomplete square lacks men only in its innermost rank.
    for rank in 0..ranks {
        for &(start, out, files) in sides {
            let along = out.right();
            for file in 0..files {
                if bases.len() == figures as usize {
                    return bases;
                }
                let right = f64::from(file) * base.width + half_width;
                let back = f64::from(rank) * base.depth + half_depth;
                let middle = start + along * right - out * back;
                bases.push(OwnBase {
                    middle,
                    ahead: out,
                    half_width,
                    half_depth,
                    file,
                    rank,
                    role: Role::Figure,
                });
            }
        }
    }
    bases
}

/// The least whole number whose square is at least this.
fn square_root_up(number: u32) -> u32 {
    let root = number.isqrt();
    if root * root < number { root + 1 } else { root }
}
